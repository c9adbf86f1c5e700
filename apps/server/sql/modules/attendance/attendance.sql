-- audit.add $1=now $2=actor_id $3=actor_role $4=action $5=patient_id $6=object $7=outcome $8=ip $9=request_id $10=detail
insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   values ($1, $2, $3, $4, $5, $6, $7, $8::inet, $9, $10::jsonb);

-- audit.insert $1=now $2=actor_id $3=actor_role $4=action $5=patient_id $6=object $7=outcome $8=ip $9=request_id $10=detail
insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $1::timestamptz, $2::int, $3, $4, $5::int, $6, $7, $8::inet, $9,
       $10::jsonb where set_config('synchronous_commit', 'off', true) is not null;

-- audit.noteEach $1=now $2=actor_id $3=actor_role $4=action $5=patient_ids $6=object $7=outcome $8=ip $9=request_id $10=detail
insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $1::timestamptz, $2::int, $3, $4, unnest($5::int[]), $6, $7, $8::inet,
       $9, $10::jsonb where set_config('synchronous_commit', 'off', true) is not null;

-- audit.noteDaily $1=day $2=key $3=now $4=actor_id $5=actor_role $6=action $7=patient_id $8=object $9=outcome $10=ip $11=request_id $12=detail
with old as (delete from daily_audit_keys where day < $1::date - 1),
     first as (insert into daily_audit_keys (day, key) values ($1::date, $2) on conflict do nothing returning key)
   insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $3::timestamptz, $4::int, $5, $6, $7::int, $8, $9, $10::inet, $11,
       $12::jsonb from first where set_config('synchronous_commit', 'off', true) is not null;

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

-- attendance.patient $1=patient_id $2=now $3=sites $4=limit_rows $5=offset_rows
select a.id as id_appointment, a.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.starts_at, a.ends_at, a.doctor_name,
  case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place, a.modality, a.attendance, a.attendance_at,
  (select concat_ws(' ', s.first_name, s.last_name) from people s where s.id = a.attendance_by) as attendance_by from appointments a join people p on p.id = a.patient_id
  where (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')) and a.patient_id = $1 and a.starts_at <= $2::timestamptz and ($3::int[] is null or a.office_id = any($3::int[])) order by a.starts_at desc, a.id desc limit $4::int offset $5::int;

-- attendance.countPatient $1=patient_id $2=now $3=sites
select count(*)::int as count from appointments a join people p on p.id = a.patient_id
  where (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')) and a.patient_id = $1 and a.starts_at <= $2::timestamptz and ($3::int[] is null or a.office_id = any($3::int[]));

-- attendance.one $1=id $2=sites
select a.id as id_appointment, a.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.starts_at, a.ends_at, a.doctor_name,
  case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place, a.modality, a.attendance, a.attendance_at,
  (select concat_ws(' ', s.first_name, s.last_name) from people s where s.id = a.attendance_by) as attendance_by from appointments a join people p on p.id = a.patient_id
   where a.id = $1 and (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')) and ($2::int[] is null or a.office_id = any($2::int[]));
