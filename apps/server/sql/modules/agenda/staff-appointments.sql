-- agenda.listBetween $1=now $2=professional_id $3=from $4=to $5=sites
select a.id as id_appointment, a.patient_id, a.booked_by, a.reserved_group, a.starts_at, a.ends_at,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.doctor_name,
  case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
  else concat_ws(', ', a.place_care, a.place_detail) end as place, a.modality, a.confirmed_at, a.private_since is not null as is_private, a.ical_sequence as sequence,
  a.starts_at > $1::timestamptz and not exists (select from slots s
    where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside from appointments a join people p on p.id = a.patient_id where a.state = 'booked' and a.professional_id = $2 and a.starts_at >= $3::timestamptz
    and a.starts_at < $4::timestamptz and ($5::int[] is null or a.office_id = any($5::int[])) order by a.starts_at, a.id;

-- agenda.findAppointment $1=now $2=id $3=sites
select a.id as id_appointment, a.patient_id, a.booked_by, a.reserved_group, a.starts_at, a.ends_at,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.doctor_name,
  case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
  else concat_ws(', ', a.place_care, a.place_detail) end as place, a.modality, a.confirmed_at, a.private_since is not null as is_private, a.ical_sequence as sequence,
  a.starts_at > $1::timestamptz and not exists (select from slots s
    where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside from appointments a join people p on p.id = a.patient_id where a.state = 'booked' and a.professional_id is not null and a.outside_id is null and a.id = $2
    and ($3::int[] is null or a.office_id = any($3::int[]));

-- agenda.countUpcoming $1=now $2=sites
select count(*)::int as count from (select 1 from appointments a where a.state = 'booked' and a.professional_id is not null and a.outside_id is null and a.starts_at > $1::timestamptz and ($2::int[] is null or a.office_id = any($2::int[])) order by a.starts_at, a.id limit 1001) counted;

-- agenda.upcoming $1=now $2=sites $3=order $4=limit_rows $5=offset_rows
select a.id as id_appointment, a.patient_id, a.booked_by, a.reserved_group, a.starts_at, a.ends_at,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.doctor_name,
  case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
  else concat_ws(', ', a.place_care, a.place_detail) end as place, a.modality, a.confirmed_at, a.private_since is not null as is_private, a.ical_sequence as sequence,
  a.starts_at > $1::timestamptz and not exists (select from slots s
    where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside from appointments a join people p on p.id = a.patient_id where a.state = 'booked' and a.professional_id is not null and a.outside_id is null and a.starts_at > $1::timestamptz and ($2::int[] is null or a.office_id = any($2::int[]))
  order by case when $3::text = 'starts_at' then a.starts_at end, case when $3::text = '-starts_at' then a.starts_at end desc, a.starts_at, a.id limit $4::int offset $5::int;

-- agenda.listWithin $1=now $2=professional_id $3=to $4=from
select a.id as id_appointment, a.patient_id, a.booked_by, a.reserved_group, a.starts_at, a.ends_at,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.doctor_name,
  case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
  else concat_ws(', ', a.place_care, a.place_detail) end as place, a.modality, a.confirmed_at, a.private_since is not null as is_private, a.ical_sequence as sequence,
  a.starts_at > $1::timestamptz and not exists (select from slots s
    where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside from appointments a join people p on p.id = a.patient_id where a.state = 'booked' and a.professional_id = $2 and a.starts_at > $1::timestamptz
    and a.starts_at < $3::timestamptz and a.ends_at > $4::timestamptz order by a.starts_at, a.id;

-- agenda.listOffSchedule $1=now $2=professional_id
select a.id as id_appointment, a.patient_id, a.booked_by, a.reserved_group, a.starts_at, a.ends_at,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.doctor_name,
  case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
  else concat_ws(', ', a.place_care, a.place_detail) end as place, a.modality, a.confirmed_at, a.private_since is not null as is_private, a.ical_sequence as sequence,
  a.starts_at > $1::timestamptz and not exists (select from slots s
    where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside from appointments a join people p on p.id = a.patient_id where a.state = 'booked' and a.professional_id = $2 and a.starts_at > $1::timestamptz
    and not exists (select from slots s where s.professional_id = a.professional_id and s.starts_at = a.starts_at)
  order by a.starts_at, a.id limit 100;

-- agenda.listOnHoliday $1=now $2=from $3=to $4=day
select a.id as id_appointment, a.patient_id, a.booked_by, a.reserved_group, a.starts_at, a.ends_at,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.doctor_name,
  case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
  else concat_ws(', ', a.place_care, a.place_detail) end as place, a.modality, a.confirmed_at, a.private_since is not null as is_private, a.ical_sequence as sequence,
  a.starts_at > $1::timestamptz and not exists (select from slots s
    where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside from appointments a join people p on p.id = a.patient_id where a.state = 'booked' and a.professional_id is not null and a.starts_at > $1::timestamptz
    and a.starts_at >= $2::timestamptz and a.starts_at < $3::timestamptz
    and not exists (select from schedule_exceptions e where e.professional_id = a.professional_id and e.kind = 'open'
      and e.starts_at <= a.starts_at and e.ends_at >= a.ends_at)
    and not exists (select from schedules c where c.professional_id = a.professional_id and c.on_holidays
      and c.weekday = extract(dow from $4::date) and c.valid_from <= $4::date
      and (c.valid_to is null or c.valid_to >= $4::date)
      and c.starts <= (a.starts_at at time zone 'America/Santiago')::time
      and c.ends > (a.starts_at at time zone 'America/Santiago')::time)
  order by a.starts_at, a.doctor_name, a.id limit 1000;

-- agenda.targets $1=all_professionals $2=id $3=sites $4=from $5=to $6=now
select s.id, s.starts_at, s.ends_at, r.name as doctor_name, case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = '' then o.name
  else concat_ws(', ', o.name, s.room) end as place, s.modality
  from appointments a join slots s on s.service_code = a.specialty_code and s.ends_at - s.starts_at >= make_interval(mins => coalesce((
  select q.minutes from procedures q where 'procedure:' || q.code = a.service_item), 0)) and ($1::boolean or s.professional_id = a.professional_id)
    join professionals r on r.id = s.professional_id and r.active
    join offices o on o.id = s.office_id and o.retired_at is null
  where a.id = $2 and ($3::int[] is null or s.office_id = any($3::int[])) and s.starts_at >= $4::timestamptz and s.starts_at < $5::timestamptz and s.starts_at > $6::timestamptz
    and not s.taken and not exists (select from appointments b where b.professional_id = s.professional_id and b.state = 'booked'
      and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
    and not exists (select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > $6::timestamptz)
  order by s.starts_at, r.name limit 500;

-- agenda.targetSlot $1=id $2=slot_id $3=sites
select s.professional_id, r.rut as rut_professional, r.name as doctor_name, s.office_id, o.name as place_care, o.address,
    case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = '' then o.name
  else concat_ws(', ', o.name, s.room) end as place_detail, s.modality, s.starts_at, s.ends_at
  from slots s join professionals r on r.id = s.professional_id
    join offices o on o.id = s.office_id and o.retired_at is null
    join appointments a on a.id = $1 and s.service_code = a.specialty_code and s.ends_at - s.starts_at >= make_interval(mins => coalesce((
  select q.minutes from procedures q where 'procedure:' || q.code = a.service_item), 0))
  where s.id = $2 and ($3::int[] is null or s.office_id = any($3::int[]));
