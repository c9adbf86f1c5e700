-- booking.professionals $1=now $2=office_id $3=codes $4=modality $5=rut $6=today
select p.rut, p.name, p.image_key, x.specialties, f.starts_at as next_free, f.modality as next_modality
  from professionals p
    left join (
      select ps.professional_id,
        jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.wire_code) as specialties
      from professional_specialties ps join services v on v.code = ps.specialty_code and v.retired_at is null
      group by ps.professional_id) x on x.professional_id = p.id
    left join lateral (
      select s.starts_at, s.modality from slots s
      where s.professional_id = p.id and s.starts_at > $1::timestamptz
        and ($2::int is null or s.office_id = $2)
        and ($3::int[] is null or s.service_code = any($3))
        and ($4::text is null or s.modality = $4)
        and s.office_id in (select id from offices where retired_at is null)
  and s.service_code in (select code from services where retired_at is null) and not s.taken and not exists (
    select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
      and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours' offset 0)
  and not exists (
    select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > $1::timestamptz offset 0)
      order by s.starts_at limit 1) f on true
  where p.active and ($5::text is null or p.rut = $5) and p.id in (
    select c.professional_id from schedules c join offices o on o.id = c.office_id and o.retired_at is null
      join services v on v.code = c.specialty_code and v.retired_at is null
    where ($2::int is null or c.office_id = $2)
      and ($3::int[] is null or c.specialty_code = any($3))
      and ($4::text is null or c.modality = $4)
      and (c.valid_to is null or c.valid_to >= $6::date))
  order by f.starts_at nulls last, p.name
  limit 500;

-- booking.freeByService $1=codes $2=from $3=to $4=now $5=offices $6=minutes $7=modality
select s.id, p.rut as rut_professional, p.name as doctor_name, o.office_id, s.starts_at, s.ends_at,
  v.wire_code as specialty, v.name as specialty_name, s.modality, case when s.modality = 'telemedicina' then '' else s.room end as room from slots s join professionals p on p.id = s.professional_id join offices o on o.id = s.office_id
  join services v on v.code = s.service_code
   where s.service_code = any($1::int[]) and s.starts_at >= $2::timestamptz and s.starts_at < $3::timestamptz and s.starts_at > $4::timestamptz
     and ($5::int[] is null or s.office_id = any($5))
     and s.ends_at - s.starts_at >= make_interval(mins => $6::int)
     and ($7::text is null or s.modality = $7)
     and p.active and o.retired_at is null and v.retired_at is null and not s.taken and not exists (
    select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
      and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours' offset 0)
  and not exists (
    select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > $4::timestamptz offset 0)
   order by s.starts_at, p.name limit 5000;

-- booking.freeByProfessional $1=rut $2=codes $3=from $4=to $5=now $6=offices $7=minutes $8=modality
select s.id, p.rut as rut_professional, p.name as doctor_name, o.office_id, s.starts_at, s.ends_at,
  v.wire_code as specialty, v.name as specialty_name, s.modality, case when s.modality = 'telemedicina' then '' else s.room end as room from slots s join professionals p on p.id = s.professional_id join offices o on o.id = s.office_id
  join services v on v.code = s.service_code
   where s.professional_id = (select id from professionals where rut = $1)
    and ($2::int[] is null or s.service_code = any($2)) and s.starts_at >= $3::timestamptz and s.starts_at < $4::timestamptz and s.starts_at > $5::timestamptz
     and ($6::int[] is null or s.office_id = any($6))
     and s.ends_at - s.starts_at >= make_interval(mins => $7::int)
     and ($8::text is null or s.modality = $8)
     and p.active and o.retired_at is null and v.retired_at is null and not s.taken and not exists (
    select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
      and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours' offset 0)
  and not exists (
    select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > $5::timestamptz offset 0)
   order by s.starts_at, p.name limit 5000;

-- booking.slot $1=id
select s.id, p.rut as rut_professional, p.name as doctor_name, o.office_id, s.starts_at, s.ends_at,
  v.wire_code as specialty, v.name as specialty_name, s.modality, case when s.modality = 'telemedicina' then '' else s.room end as room from slots s join professionals p on p.id = s.professional_id join offices o on o.id = s.office_id
  join services v on v.code = s.service_code where s.id = $1 and o.retired_at is null and v.retired_at is null;
