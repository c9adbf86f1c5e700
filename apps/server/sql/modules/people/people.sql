-- people.byDocument $1=document_type_id $2=document_number $3=document_country
select p.id, p.document_type_id, p.document_number, p.document_country, p.first_name, p.last_name, p.second_name, p.preferred_name, p.date_birth, p.nationality_id, p.forecast_id, p.gender_id, p.phone, p.address, p.commune_id,
  p.names_proven, greeting_name(p) as greeting_name, p.email, p.email_pending, p.email_verified_at,
  p.recovery_held_until, p.email_asked_at, c.province_id as city_id, c.region_id, p.image_store_id, p.image_store_passport, p.image_store_passport_patient,
  p.status_passport, p.date_creation, p.status, p.rol, p.permission_set, p.site_ids, p.opened_as_minor, p.opened_as_child, p.deleted_at,
  case when p.status = 3 then coalesce((
    select a.password_hash from registration_applications a where a.person_id = p.id), p.password_hash)
  else p.password_hash end as password_hash,
  p.without_account, p.updated_at, p.locked_at, p.recovery_frozen_at, p.deceased_at, p.deceased_on, case when p.status = 3 then coalesce(p.pending_since, p.date_creation) end as pending_since,
  case when p.status = 3 then p.pending_due_at end as pending_due_at from people p left join communes c on c.id = p.commune_id
  where p.document_type_id = $1 and p.document_number = $2
    and ($3::text is null or p.document_country is null or p.document_country = $3::text)
  order by p.document_country is null limit 2;

-- people.byId $1=id
select p.id, p.document_type_id, p.document_number, p.document_country, p.first_name, p.last_name, p.second_name, p.preferred_name, p.date_birth, p.nationality_id, p.forecast_id, p.gender_id, p.phone, p.address, p.commune_id,
  p.names_proven, greeting_name(p) as greeting_name, p.email, p.email_pending, p.email_verified_at,
  p.recovery_held_until, p.email_asked_at, c.province_id as city_id, c.region_id, p.image_store_id, p.image_store_passport, p.image_store_passport_patient,
  p.status_passport, p.date_creation, p.status, p.rol, p.permission_set, p.site_ids, p.opened_as_minor, p.opened_as_child, p.deleted_at,
  case when p.status = 3 then coalesce((
    select a.password_hash from registration_applications a where a.person_id = p.id), p.password_hash)
  else p.password_hash end as password_hash,
  p.without_account, p.updated_at, p.locked_at, p.recovery_frozen_at, p.deceased_at, p.deceased_on, case when p.status = 3 then coalesce(p.pending_since, p.date_creation) end as pending_since,
  case when p.status = 3 then p.pending_due_at end as pending_due_at from people p left join communes c on c.id = p.commune_id where p.id = $1;

-- people.byIds $1=ids
select p.id, p.document_type_id, p.document_number, p.document_country, p.first_name, p.last_name, p.second_name, p.preferred_name, p.date_birth, p.nationality_id, p.forecast_id, p.gender_id, p.phone, p.address, p.commune_id,
  p.names_proven, greeting_name(p) as greeting_name, p.email, p.email_pending, p.email_verified_at,
  p.recovery_held_until, p.email_asked_at, c.province_id as city_id, c.region_id, p.image_store_id, p.image_store_passport, p.image_store_passport_patient,
  p.status_passport, p.date_creation, p.status, p.rol, p.permission_set, p.site_ids, p.opened_as_minor, p.opened_as_child, p.deleted_at,
  case when p.status = 3 then coalesce((
    select a.password_hash from registration_applications a where a.person_id = p.id), p.password_hash)
  else p.password_hash end as password_hash,
  p.without_account, p.updated_at, p.locked_at, p.recovery_frozen_at, p.deceased_at, p.deceased_on, case when p.status = 3 then coalesce(p.pending_since, p.date_creation) end as pending_since,
  case when p.status = 3 then p.pending_due_at end as pending_due_at from unnest($1::int[]) with ordinality as asked (id, place) join people p on p.id = asked.id
  left join communes c on c.id = p.commune_id order by asked.place;
