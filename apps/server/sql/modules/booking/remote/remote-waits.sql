-- remoteWaits.ofPerson $1=person_id
select w.id, w.person_id, w.patient_id, w.outside_id, w.specialty, w.office_id, w.rut_professional,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name from outside_waits w join people p on p.id = w.patient_id
  where w.person_id = $1 order by w.created_at, w.id limit 100;

-- remoteWaits.one $1=id $2=person_id
select w.id, w.person_id, w.patient_id, w.outside_id, w.specialty, w.office_id, w.rut_professional,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name from outside_waits w join people p on p.id = w.patient_id where w.id = $1 and w.person_id = $2;

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
