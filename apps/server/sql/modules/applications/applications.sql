-- applications.insert $1=person_id $2=creates_person $3=previous_status $4=document_country $5=first_name $6=last_name $7=second_name $8=preferred_name $9=date_birth $10=nationality_id $11=forecast_id $12=gender_id $13=phone $14=address $15=commune_id $16=image_store_id $17=image_store_passport $18=image_store_passport_patient $19=image_store_selfie $20=email $21=password_hash $22=ip $23=applied_at $24=consents
insert into registration_applications (person_id, creates_person, previous_status, document_country, first_name, last_name, second_name, preferred_name, date_birth, nationality_id, forecast_id, gender_id, phone, address, commune_id, image_store_id, image_store_passport, image_store_passport_patient, image_store_selfie, email, password_hash, ip, applied_at, consents)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24::jsonb);

-- applications.take $1=person_id
delete from registration_applications where person_id = $1 returning person_id, creates_person, previous_status, document_country, first_name, last_name, second_name, preferred_name, date_birth, nationality_id, forecast_id, gender_id, phone, address, commune_id, image_store_id, image_store_passport, image_store_passport_patient, image_store_selfie, email, password_hash, ip, applied_at, consents;

-- applications.ofPeople $1=person_ids
select a.person_id, a.creates_person, a.previous_status, a.document_country, a.first_name, a.last_name, a.second_name, a.preferred_name, a.date_birth, a.nationality_id, a.forecast_id, a.gender_id, a.phone, a.address, a.commune_id, a.image_store_id, a.image_store_passport, a.image_store_passport_patient, a.image_store_selfie, a.email, a.password_hash, a.ip, a.applied_at, c.province_id as city_id, c.region_id
  from registration_applications a join communes c on c.id = a.commune_id
  where a.person_id = any($1::int[]);
