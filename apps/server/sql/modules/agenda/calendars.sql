-- agenda.sitesOf $1=id $2=now
select c.office_id from schedules c
     where c.professional_id = $1 and (c.valid_to is null or c.valid_to >= ($2::timestamptz at time zone 'America/Santiago')::date)
   union select e.office_id from schedule_exceptions e
     where e.professional_id = $1 and e.kind = 'open' and e.ends_at > $2::timestamptz
   union select a.office_id from appointments a
     where a.professional_id = $1 and a.state = 'booked' and a.starts_at > $2::timestamptz;

-- agenda.listed $1=id $2=sites $3=now
select p.id from professionals p where p.id = $1 and ($2::int[] is null or exists (
     select from (select c.office_id from schedules c
     where c.professional_id = p.id and (c.valid_to is null or c.valid_to >= ($3::timestamptz at time zone 'America/Santiago')::date)
   union select e.office_id from schedule_exceptions e
     where e.professional_id = p.id and e.kind = 'open' and e.ends_at > $3::timestamptz
   union select a.office_id from appointments a
     where a.professional_id = p.id and a.state = 'booked' and a.starts_at > $3::timestamptz) own where own.office_id = any($2::int[])));

-- agenda.professionals $1=patterns $2=sites $3=now $4=order $5=limit_rows $6=offset_rows
select p.id, p.rut, p.name, p.active, p.updated_at, (
  select coalesce(jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.name), '[]'::jsonb)
  from professional_specialties x join services v on v.code = x.specialty_code where x.professional_id = p.id) as specialties from professionals p where unaccent(lower(p.name)) || ' ' || lower(p.rut) like all($1::text[])
   and ($2::int[] is null or exists (
     select from (select c.office_id from schedules c
     where c.professional_id = p.id and (c.valid_to is null or c.valid_to >= ($3::timestamptz at time zone 'America/Santiago')::date)
   union select e.office_id from schedule_exceptions e
     where e.professional_id = p.id and e.kind = 'open' and e.ends_at > $3::timestamptz
   union select a.office_id from appointments a
     where a.professional_id = p.id and a.state = 'booked' and a.starts_at > $3::timestamptz) own where own.office_id = any($2::int[])))
  order by case when $4::text = 'name' then unaccent(lower(p.name)) end, case when $4::text = '-name' then unaccent(lower(p.name)) end desc, case when $4::text = 'rut' then p.rut end, case when $4::text = '-rut' then p.rut end desc, case when $4::text = 'active' then p.active end, case when $4::text = '-active' then p.active end desc, p.active desc, unaccent(lower(p.name)), p.id
  limit $5::int offset $6::int;

-- agenda.countProfessionals $1=patterns $2=sites $3=now
select count(*)::int as count from (select 1 from professionals p where unaccent(lower(p.name)) || ' ' || lower(p.rut) like all($1::text[])
   and ($2::int[] is null or exists (
     select from (select c.office_id from schedules c
     where c.professional_id = p.id and (c.valid_to is null or c.valid_to >= ($3::timestamptz at time zone 'America/Santiago')::date)
   union select e.office_id from schedule_exceptions e
     where e.professional_id = p.id and e.kind = 'open' and e.ends_at > $3::timestamptz
   union select a.office_id from appointments a
     where a.professional_id = p.id and a.state = 'booked' and a.starts_at > $3::timestamptz) own where own.office_id = any($2::int[]))) limit 1001) counted;

-- agenda.professional $1=id
select p.id, p.rut, p.name, p.active, p.updated_at, (
  select coalesce(jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.name), '[]'::jsonb)
  from professional_specialties x join services v on v.code = x.specialty_code where x.professional_id = p.id) as specialties from professionals p where p.id = $1;

-- agenda.schedulesOf $1=professional_id
select c.id, c.professional_id, r.rut, c.office_id, v.wire_code as specialty, c.weekday,
  to_char(c.starts, 'HH24:MI') as starts, to_char(c.ends, 'HH24:MI') as ends, c.slot_minutes, c.room, c.modality,
  c.valid_from, c.valid_to, c.on_holidays from schedules c join services v on v.code = c.specialty_code join professionals r on r.id = c.professional_id where c.professional_id = $1
  order by (c.weekday + 6) % 7, c.starts, c.id;

-- agenda.schedulesAbout $1=ruts $2=rooms
select c.id, c.professional_id, r.rut, c.office_id, v.wire_code as specialty, c.weekday,
  to_char(c.starts, 'HH24:MI') as starts, to_char(c.ends, 'HH24:MI') as ends, c.slot_minutes, c.room, c.modality,
  c.valid_from, c.valid_to, c.on_holidays from schedules c join services v on v.code = c.specialty_code join professionals r on r.id = c.professional_id
  where r.rut = any($1::text[]) or (c.modality = 'presencial' and c.room = any($2::text[])) order by c.id;

-- agenda.exceptions $1=professional_id $2=to $3=from $4=sites
select e.id, e.professional_id, e.kind, e.starts_at, e.ends_at, e.reason,
  case when e.kind = 'block' then null when e.modality = 'telemedicina' then 'Telemedicina'
    when e.room = '' then o.name else concat_ws(', ', o.name, e.room) end as place from schedule_exceptions e left join offices o on o.id = e.office_id
  where e.professional_id = $1 and e.starts_at < $2::timestamptz and e.ends_at > $3::timestamptz
    and ($4::int[] is null or e.office_id is null or e.office_id = any($4::int[]))
  order by e.starts_at, e.id;

-- agenda.exception $1=id
select e.id, e.professional_id, e.kind, e.starts_at, e.ends_at, e.reason,
  case when e.kind = 'block' then null when e.modality = 'telemedicina' then 'Telemedicina'
    when e.room = '' then o.name else concat_ws(', ', o.name, e.room) end as place from schedule_exceptions e left join offices o on o.id = e.office_id where e.id = $1;
