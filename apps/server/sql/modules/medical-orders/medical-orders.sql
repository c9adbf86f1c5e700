-- medicalOrders.checkOpen $1=id $2=patient_id $3=now
select id from appointments where id = $1 and patient_id = $2 and state = 'booked' and starts_at > $3::timestamptz;

-- medicalOrders.lockOpen $1=id $2=patient_id $3=now
select id from appointments where id = $1 and patient_id = $2 and state = 'booked' and starts_at > $3::timestamptz for update;
