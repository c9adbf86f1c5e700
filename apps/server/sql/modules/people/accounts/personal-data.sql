-- accounts.insertAccount $1=document_type_id $2=document_number $3=document_country $4=first_name $5=last_name $6=second_name $7=preferred_name $8=date_birth $9=nationality_id $10=forecast_id $11=gender_id $12=phone $13=address $14=commune_id $15=image_store_id $16=image_store_passport $17=image_store_passport_patient $18=email $19=status_passport $20=opened_as_minor $21=opened_as_child $22=rol $23=now
insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, preferred_name, date_birth, nationality_id, forecast_id, gender_id, phone, address, commune_id, image_store_id, image_store_passport, image_store_passport_patient, email, status_passport, opened_as_minor, opened_as_child, rol, status, date_creation, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, 1, $23::timestamptz, $23::timestamptz)
  on conflict (document_type_id, document_number, document_country) do nothing
  returning id;

-- accounts.editOwn $1=first_name $2=last_name $3=second_name $4=preferred_name $5=date_birth $6=nationality_id $7=forecast_id $8=gender_id $9=phone $10=address $11=commune_id $12=image_store_id $13=now $14=person_id
update people p set first_name = $1, last_name = $2, second_name = $3, preferred_name = $4, date_birth = $5, nationality_id = $6, forecast_id = $7, gender_id = $8, phone = $9, address = $10, commune_id = $11,
    image_store_id = coalesce($12::int, p.image_store_id), updated_at = $13::timestamptz
  from (select id, image_store_id from people where id = $14 for update) before
  where p.id = before.id and p.deleted_at is null
  returning case when $12::int is null then null else before.image_store_id end as replaced;

-- accounts.edit $1=document_type_id $2=document_number $3=document_country $4=first_name $5=last_name $6=second_name $7=preferred_name $8=date_birth $9=nationality_id $10=forecast_id $11=gender_id $12=phone $13=address $14=commune_id $15=email $16=image_store_id $17=image_store_passport $18=image_store_passport_patient $19=status $20=opened_as_minor $21=opened_as_child $22=recovery_held_until $23=now $24=id $25=updated_at
update people set document_type_id = $1, document_number = $2,
    document_country = $3,
    first_name = $4, last_name = $5, second_name = $6, preferred_name = $7, date_birth = $8, nationality_id = $9, forecast_id = $10, gender_id = $11, phone = $12, address = $13, commune_id = $14, email = $15::text,
    image_store_id = coalesce($16::int, image_store_id), image_store_passport = coalesce($17::int, image_store_passport), image_store_passport_patient = coalesce($18::int, image_store_passport_patient),
    status = $19::smallint, opened_as_minor = $20, opened_as_child = $21,
    pending_since = case when $19::smallint = 3 then pending_since end,
    pending_due_at = case when $19::smallint = 3 then pending_due_at end,
    deleted_at = case when $19::smallint = 1 then null else deleted_at end,
    without_account = without_account and $19::smallint <> 1,
    password_hash = case when deleted_at is not null and $19::smallint = 1 then null else password_hash end,
    email_pending = case when email is distinct from $15::text then null else email_pending end,
    email_verified_at = case when lower(email) is distinct from lower($15::text) then null else email_verified_at end,
    recovery_held_until = case when lower(email) is distinct from lower($15::text) then $22::timestamptz else recovery_held_until end,
    updated_at = greatest($23::timestamptz, updated_at + interval '1 millisecond')
  where id = $24 and date_trunc('milliseconds', updated_at) = $25::timestamptz returning id;

-- accounts.replaceEmail $1=email $2=recovery_held_until $3=now $4=id $5=former
update people set email = $1::text, email_pending = null, email_verified_at = null,
    recovery_held_until = $2::timestamptz, updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
  where id = $4 and email is not distinct from $5::text and deleted_at is null returning id;

-- accounts.changeIdentity $1=document_type_id $2=document_number $3=document_country $4=first_name $5=last_name $6=second_name $7=gender_id $8=date_birth $9=opened_as_minor $10=opened_as_child $11=now $12=id $13=former_document_type_id $14=former_document_number $15=former_document_country $16=former_first_name $17=former_last_name $18=former_second_name $19=former_gender_id $20=former_date_birth
update people set document_type_id = $1, document_number = $2, document_country = $3,
    first_name = $4, last_name = $5, second_name = $6, gender_id = $7::int,
    date_birth = $8::date, opened_as_minor = coalesce($9::boolean, opened_as_minor),
    opened_as_child = coalesce($10::boolean, opened_as_child), updated_at = greatest($11::timestamptz, updated_at + interval '1 millisecond')
  where id = $12 and document_type_id = $13 and document_number = $14
    and document_country is not distinct from $15::text and first_name = $16
    and last_name = $17 and second_name = $18
    and gender_id is not distinct from $19::int and date_birth is not distinct from $20::date
    and status <> 3 returning id;

-- accounts.close $1=now $2=person_id
update people p set deleted_at = $1::timestamptz, updated_at = $1::timestamptz, status = 2,
    email = default, phone = default, address = default, preferred_name = default, email_pending = null,
    email_verified_at = null, recovery_held_until = null, email_asked_at = null, commune_id = null, image_store_id = null,
    image_store_passport = null, image_store_passport_patient = null
  from (
    select id, array[image_store_id, image_store_passport, image_store_passport_patient] as pictures
    from people where id = $2 for update
  ) before
  where p.id = before.id and p.deleted_at is null
  returning before.pictures;

-- accounts.forgetPicture $1=file_id
update people set image_store_id = nullif(image_store_id, $1::int), image_store_passport = nullif(image_store_passport, $1::int), image_store_passport_patient = nullif(image_store_passport_patient, $1::int)
  where image_store_id = $1 or image_store_passport = $1 or image_store_passport_patient = $1;
