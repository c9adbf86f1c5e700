-- deceased.upcoming $1=patient_id $2=now
select id from appointments
  where patient_id = $1 and state = 'booked' and starts_at > $2::timestamptz and outside_id is null;

-- deceased.external $1=now
select a.id from people p join appointments a on a.patient_id = p.id
  where p.deceased_at is not null and a.state = 'booked' and a.starts_at > $1::timestamptz and a.outside_id is not null
  order by a.starts_at limit 100;

-- deceased.endWaiting $1=now $2=person_id
update waiting_list set state = 'ended', ended_at = $1::timestamptz
  where (person_id = $2 or patient_id = $2) and state = 'waiting';

-- deceased.endHolds $1=now $2=person_id
update holds set expires_at = $1::timestamptz
  where (person_id = $2 or patient_id = $2) and expires_at > $1::timestamptz;

-- deceased.deleteExternalWaits $1=person_id
delete from outside_waits where person_id = $1 or patient_id = $1;
