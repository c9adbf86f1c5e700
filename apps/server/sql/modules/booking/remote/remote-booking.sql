-- remoteBooking.storeHold $1=person_id $2=as_person_id $3=slot_id $4=outside_hold_id $5=expires_at $6=modality
insert into outside_holds (person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality)
  values ($1, $2, $3, $4, $5::timestamptz, $6)
  on conflict (person_id, slot_id) do update set as_person_id = excluded.as_person_id,
    outside_hold_id = excluded.outside_hold_id, expires_at = excluded.expires_at,
    modality = excluded.modality where outside_holds.asked is null
  returning id;

-- remoteBooking.hold $1=id $2=person_id
select id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality, asked from outside_holds where id = $1 and person_id = $2;

-- remoteBooking.transferHold $1=as_person_id $2=outside_hold_id $3=expires_at $4=id
update outside_holds set as_person_id = $1, outside_hold_id = $2,
    expires_at = $3::timestamptz where id = $4;

-- remoteBooking.ask $1=asked $2=now $3=id
update outside_holds set asked = $1::jsonb, asked_at = $2::timestamptz where id = $3;

-- remoteBooking.clearRequest $1=id
update outside_holds set asked = null, asked_at = null where id = $1;

-- remoteBooking.deleteHold $1=id
delete from outside_holds where id = $1 returning id;

-- remoteBooking.purge $1=now
delete from outside_holds where asked is null and expires_at <= $1::timestamptz returning id;

-- remoteBooking.unanswered $1=before
select id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality, asked from outside_holds where asked_at <= $1::timestamptz order by id limit 50;
