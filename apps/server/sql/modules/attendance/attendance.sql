-- attendance.day $1=from $2=until $3=office_id $4=sites $5=shown_rows $6=now $7=actor_id $8=actor_role $9=ip $10=request_id $11=action
with listed as materialized (select a.id as id_appointment, a.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.starts_at, a.ends_at, a.doctor_name,
  case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place, a.modality, a.attendance, a.attendance_at,
  (select concat_ws(' ', s.first_name, s.last_name) from people s where s.id = a.attendance_by) as attendance_by, a.place_detail, case when a.reserved_group is null then a.specialty end as specialty, a.confirmed_at, p.document_type_id, p.document_number, p.document_country,
    extract(year from age((a.starts_at at time zone 'America/Santiago')::date, p.date_birth))::int as age, p.phone
  from appointments a join people p on p.id = a.patient_id
  where (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')) and a.starts_at >= $1::timestamptz and a.starts_at < $2::timestamptz
    and ($3::int is null or a.office_id = $3::int) and ($4::int[] is null or a.office_id = any($4::int[]))
  order by a.starts_at, a.id limit $5::int + 1
  ), noted as (
    insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $6::timestamptz, $7::int, $8, action, patient_id, null::text, 'done', $9::inet, $10, null::jsonb
     from (select distinct $11::text as action, patient_id
       from (select patient_id from listed order by starts_at, id_appointment limit $5::int) shown) read where set_config('synchronous_commit', 'off', true) is not null
  ) select * from listed order by starts_at, id_appointment;

-- attendance.patient $1=patient_id $2=now $3=sites $4=order $5=limit_rows $6=offset_rows
select a.id as id_appointment, a.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.starts_at, a.ends_at, a.doctor_name,
  case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place, a.modality, a.attendance, a.attendance_at,
  (select concat_ws(' ', s.first_name, s.last_name) from people s where s.id = a.attendance_by) as attendance_by from appointments a join people p on p.id = a.patient_id
  where (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')) and a.patient_id = $1 and a.starts_at <= $2::timestamptz and ($3::int[] is null or a.office_id = any($3::int[])) order by case when $4::text = 'starts_at' then a.starts_at end, case when $4::text = '-starts_at' then a.starts_at end desc, case when $4::text = 'doctor_name' then unaccent(lower(a.doctor_name)) end, case when $4::text = '-doctor_name' then unaccent(lower(a.doctor_name)) end desc, a.starts_at desc, a.id desc limit $5::int offset $6::int;

-- attendance.countPatient $1=patient_id $2=now $3=sites
select count(*)::int as count from (select 1 from appointments a join people p on p.id = a.patient_id
  where (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')) and a.patient_id = $1 and a.starts_at <= $2::timestamptz and ($3::int[] is null or a.office_id = any($3::int[])) limit 1001) counted;

-- attendance.one $1=id $2=sites
select a.id as id_appointment, a.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.starts_at, a.ends_at, a.doctor_name,
  case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place, a.modality, a.attendance, a.attendance_at,
  (select concat_ws(' ', s.first_name, s.last_name) from people s where s.id = a.attendance_by) as attendance_by from appointments a join people p on p.id = a.patient_id
  where a.id = $1 and (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')) and ($2::int[] is null or a.office_id = any($2::int[]));
