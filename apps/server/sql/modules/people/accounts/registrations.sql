-- accounts.insertPatient $1=document_type_id $2=document_number $3=document_country $4=first_name $5=last_name $6=second_name $7=preferred_name $8=date_birth $9=nationality_id $10=forecast_id $11=gender_id $12=phone $13=address $14=commune_id $15=image_store_id $16=image_store_passport $17=image_store_passport_patient $18=email $19=status $20=opened_as_minor $21=opened_as_child $22=password_hash $23=names_proven $24=now
insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, preferred_name, date_birth, nationality_id, forecast_id, gender_id, phone, address, commune_id, image_store_id, image_store_passport, image_store_passport_patient, email, status, opened_as_minor, opened_as_child, password_hash, names_proven, rol, date_creation, updated_at, pending_since)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, 'STANDART_ROLE', $24::timestamptz, $24::timestamptz,
    case when $19::smallint = 3 then $24::timestamptz end)
  on conflict (document_type_id, document_number, document_country) do nothing
  returning id;

-- accounts.reopen $1=first_name $2=last_name $3=second_name $4=preferred_name $5=date_birth $6=nationality_id $7=forecast_id $8=gender_id $9=phone $10=address $11=commune_id $12=email $13=image_store_id $14=image_store_passport $15=image_store_passport_patient $16=status $17=opened_as_minor $18=opened_as_child $19=password_hash $20=names_proven $21=now $22=document_type_id $23=document_number $24=document_country $25=adult_birth $26=reserve_birth
update people set first_name = $1, last_name = $2, second_name = $3, preferred_name = $4, date_birth = $5, nationality_id = $6, forecast_id = $7, gender_id = $8, phone = $9, address = $10, commune_id = $11, email = $12,
    image_store_id = coalesce($13::int, image_store_id), image_store_passport = $14,
    image_store_passport_patient = $15, status = $16, opened_as_minor = $17,
    opened_as_child = $18, password_hash = $19, names_proven = $20, updated_at = $21::timestamptz, email_pending = null,
    email_verified_at = null, recovery_held_until = null, email_asked_at = null, status_passport = false,
    without_account = false, locked_at = null, recovery_frozen_at = null,
    pending_since = case when $16::smallint = 3 then $21::timestamptz end
  where document_type_id = $22 and document_number = $23
    and document_country is not distinct from $24::text and deleted_at is null and rol = 'STANDART_ROLE'
    and (status = 2 or has_outgrown_access(people, $25::date, $26::date))
  returning id;

-- accounts.startWaiting $1=now $2=due_at $3=id $4=status
update people set status = 3, pending_since = $1::timestamptz, pending_due_at = $2::timestamptz, updated_at = greatest($1::timestamptz, updated_at + interval '1 millisecond')
  where id = $3 and status = $4 and status <> 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id;

-- accounts.applyApplication $1=first_name $2=last_name $3=second_name $4=preferred_name $5=date_birth $6=nationality_id $7=forecast_id $8=gender_id $9=phone $10=address $11=commune_id $12=email $13=document_country $14=image_store_id $15=image_store_passport $16=image_store_passport_patient $17=opened_as_minor $18=opened_as_child $19=password_hash $20=status_passport $21=now $22=id
update people set first_name = $1, last_name = $2, second_name = $3, preferred_name = $4, date_birth = $5, nationality_id = $6, forecast_id = $7, gender_id = $8, phone = $9, address = $10, commune_id = $11, email = $12,
    document_country = coalesce(document_country, $13::text),
    image_store_id = coalesce($14::int, image_store_id), image_store_passport = $15,
    image_store_passport_patient = $16, status = 1, opened_as_minor = $17, opened_as_child = $18,
    password_hash = $19, names_proven = false, email_pending = null, email_verified_at = null,
    recovery_held_until = null, email_asked_at = null, status_passport = $20,
    without_account = false, pending_since = null, pending_due_at = null, locked_at = null, recovery_frozen_at = null, updated_at = greatest($21::timestamptz, updated_at + interval '1 millisecond')
  where id = $22 and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id;

-- accounts.stopWaiting $1=previous_status $2=creates_person $3=first_name $4=last_name $5=second_name $6=now $7=person_id
update people set status = case when status = 3 then $1::smallint else status end, pending_since = null, pending_due_at = null,
    first_name = case when $2::boolean and date_birth is null and first_name = $3::text
  and last_name = $4::text and second_name = $5::text then '' else first_name end,
     last_name = case when $2::boolean and date_birth is null and first_name = $3::text
  and last_name = $4::text and second_name = $5::text then '' else last_name end,
     second_name = case when $2::boolean and date_birth is null and first_name = $3::text
  and last_name = $4::text and second_name = $5::text then '' else second_name end,
    updated_at = greatest($6::timestamptz, updated_at + interval '1 millisecond')
  where id = $7;

-- accounts.decide $1=status $2=status_passport $3=now $4=id
update people set status = $1::smallint, status_passport = $2, pending_since = null, pending_due_at = null,
    without_account = $1::smallint <> 1, updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
  where id = $4 and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id;
