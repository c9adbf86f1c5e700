-- agenda.offices
select id, office_id, name from offices where retired_at is null order by id;

-- agenda.services
select wire_code as code, name, kind from services where retired_at is null order by unaccent(lower(name)), code;

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

-- agenda.imageKey $1=id
select image_key from professionals where id = $1;

-- agenda.lockImage $1=id
select image_file_id from professionals where id = $1 for no key update;

-- agenda.setImage $1=image_file_id $2=image_key $3=id
update professionals set image_file_id = $1, image_key = $2 where id = $3;

-- agenda.imageFile $1=image_key
select f.key, f.media_type from professionals p join files f on f.id = p.image_file_id where p.image_key = $1;

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

-- agenda.free $1=now $2=professional_id $3=from $4=to $5=sites
select s.id, s.starts_at, s.ends_at, case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = ''
      then o.name else concat_ws(', ', o.name, s.room) end as place, s.modality,
    exists (select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > $1::timestamptz) as held
  from slots s join offices o on o.id = s.office_id and o.retired_at is null
    join services v on v.code = s.service_code and v.retired_at is null
  where s.professional_id = $2 and s.starts_at >= $3::timestamptz and s.starts_at < $4::timestamptz
    and s.starts_at > $1::timestamptz and ($5::int[] is null or s.office_id = any($5::int[]))
    and not exists (select from appointments b where b.professional_id = s.professional_id and b.state = 'booked'
      and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
  order by s.starts_at;

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

-- agenda.lockProfessional $1=id
select id from professionals where id = $1 for no key update;

-- agenda.lockOffices
select id from offices order by id for no key update;

-- agenda.block $1=professional_id $2=starts_at $3=ends_at $4=reason $5=created_by $6=now
insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, reason, created_by, created_at)
  values ($1, 'block', $2::timestamptz, $3::timestamptz, $4, $5,
    $6::timestamptz) returning id;

-- agenda.open $1=professional_id $2=starts_at $3=ends_at $4=slot_minutes $5=room $6=modality $7=created_by $8=now $9=office_id $10=specialty
insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, office_id, specialty_code, slot_minutes,
    room, modality, created_by, created_at)
  select $1::int, 'open', $2::timestamptz, $3::timestamptz, o.id, v.code,
    $4::int, $5, $6, $7::int, $8::timestamptz
  from offices o, services v
  where o.id = $9 and o.retired_at is null and v.wire_code = $10 and v.retired_at is null returning id;

-- agenda.endException $1=id
delete from schedule_exceptions where id = $1 returning id;

-- agenda.blocks $1=professional_id $2=to $3=from
select id from schedule_exceptions where professional_id = $1 and kind = 'block'
    and starts_at < $2::timestamptz and ends_at > $3::timestamptz limit 1;

-- agenda.attends $1=professional_id $2=to $3=from
select id from slots where professional_id = $1 and starts_at < $2::timestamptz
    and ends_at > $3::timestamptz limit 1;

-- agenda.clash $1=professional_ids
select 'self' as kind from slots a join slots b on b.professional_id = a.professional_id
    and b.starts_at > a.starts_at and b.starts_at < a.ends_at
  where a.professional_id = any($1::int[])
  union all
  select 'room' from slots a join slots b on b.office_id = a.office_id and b.room = a.room and b.modality = 'presencial'
    and b.professional_id <> a.professional_id and b.starts_at < a.ends_at and b.ends_at > a.starts_at
    and b.starts_at > a.starts_at - interval '24 hours'
  where a.modality = 'presencial' and a.professional_id = any($1::int[])
  limit 1;

-- agenda.insertProfessional $1=rut $2=name $3=now
insert into professionals (rut, name, updated_at) values ($1, $2, $3::timestamptz) returning id;

-- agenda.updateProfessional $1=name $2=active $3=now $4=id $5=read_at
update professionals set name = $1, active = $2,
    updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
  where id = $4 and ($5::timestamptz is null or date_trunc('milliseconds', updated_at) = $5::timestamptz)
  returning id;

-- agenda.touchProfessionals $1=now $2=ids
update professionals set updated_at = greatest($1::timestamptz, updated_at + interval '1 millisecond')
  where id = any($2::int[]);

-- agenda.deleteSchedules $1=professional_id
delete from schedules where professional_id = $1;

-- agenda.addSchedules $1=schedules
insert into schedules (professional_id, office_id, specialty_code, weekday, starts, ends, slot_minutes, room, modality,
    valid_from, valid_to, on_holidays)
  select g.professional_id, o.id, v.code, g.weekday, g.starts, g.ends, g.slot_minutes, g.room, g.modality, g.valid_from,
    g.valid_to, g.on_holidays
  from json_to_recordset($1::json) as g (professional_id int, office_id int, specialty text, weekday int, starts time,
      ends time, slot_minutes int, room text, modality text, valid_from date, valid_to date, on_holidays boolean)
    join offices o on o.id = g.office_id and o.retired_at is null
    join services v on v.wire_code = g.specialty and v.retired_at is null
  returning id;

-- agenda.deletePractices $1=professional_ids
delete from professional_specialties x where x.professional_id = any($1::int[])
    and not exists (select from schedules c where c.professional_id = x.professional_id and c.specialty_code = x.specialty_code);

-- agenda.addPractices $1=professional_ids
insert into professional_specialties (professional_id, specialty_code)
  select distinct professional_id, specialty_code from schedules where professional_id = any($1::int[])
  on conflict do nothing;

-- agenda.knownProfessionals $1=ruts
select id, rut, name from professionals where rut = any($1::text[]) order by id;

-- agenda.staffHolidays $1=from $2=to
select day, name from holidays where source = 'staff' and day >= $1::date and day <= $2::date order by day;
