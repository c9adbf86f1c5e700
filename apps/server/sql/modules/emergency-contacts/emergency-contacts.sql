-- emergencyContacts.find $1=person_id
select name, relationship, phone from emergency_contacts where person_id = $1;

-- emergencyContacts.save $1=person_id $2=name $3=relationship $4=phone $5=now
insert into emergency_contacts (person_id, name, relationship, phone, updated_at)
  values ($1, $2, $3, $4, $5::timestamptz)
  on conflict (person_id) do update set name = excluded.name, relationship = excluded.relationship,
    phone = excluded.phone, updated_at = excluded.updated_at;

-- emergencyContacts.remove $1=person_id
delete from emergency_contacts where person_id = $1 returning person_id;

-- emergencyContacts.export $1=person_id
select array[name, relationship, phone] as cells from emergency_contacts where person_id = $1;

-- emergencyContacts.findPatient $1=id
select id from people where id = $1 and rol = 'STANDART_ROLE';
