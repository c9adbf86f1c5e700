-- remoteBooking.hold $1=id $2=person_id
select id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality, asked from outside_holds where id = $1 and person_id = $2;

-- remoteBooking.unanswered $1=before
select id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality, asked from outside_holds where asked_at <= $1::timestamptz order by id limit 50;
