-- remoteWaits.ofPerson $1=person_id
select w.id, w.person_id, w.patient_id, w.outside_id, w.specialty, w.office_id, w.rut_professional,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name from outside_waits w join people p on p.id = w.patient_id
  where w.person_id = $1 order by w.created_at, w.id limit 100;

-- remoteWaits.insert $1=person_id $2=patient_id $3=outside_id $4=specialty $5=specialty_name $6=office_id $7=rut_professional $8=now
insert into outside_waits (person_id, patient_id, outside_id, specialty, specialty_name, office_id, rut_professional,
    created_at, asked_at)
  values ($1, $2, $3, $4, $5, $6, $7,
    $8::timestamptz, $8::timestamptz)
  on conflict (outside_id) do update set specialty_name = excluded.specialty_name
    where outside_waits.person_id = excluded.person_id
  returning id;

-- remoteWaits.one $1=id $2=person_id
select w.id, w.person_id, w.patient_id, w.outside_id, w.specialty, w.office_id, w.rut_professional,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name from outside_waits w join people p on p.id = w.patient_id where w.id = $1 and w.person_id = $2;

-- remoteWaits.delete $1=ids
delete from outside_waits where id = any($1::int[]);

-- remoteWaits.due $1=now $2=limit_rows
with due as (
    select id from outside_waits where asked_at < $1::timestamptz order by asked_at, id
    limit $2 for update skip locked
  ), w as (
    update outside_waits set asked_at = $1::timestamptz from due where outside_waits.id = due.id
    returning outside_waits.*
  )
  select w.id, w.person_id, w.patient_id, w.outside_id, w.specialty, w.office_id, w.rut_professional,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name from w join people p on p.id = w.patient_id order by w.created_at, w.id;

-- remoteWaits.recordOffer $1=told_hold_id $2=id
update outside_waits set told_hold_id = $1
  where id = $2 and told_hold_id is distinct from $1 returning id;
