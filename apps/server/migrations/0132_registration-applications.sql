-- What a person who waits for validation applied for. It is written into the person only when staff approve it, so that a stranger cannot
-- change what the clinic knows of a patient. The row ends with the decision. Accounts that waited before this table existed have none.
create table registration_applications (
  person_id int primary key references people,
  -- The person was not known before: the row of the person was created for the application.
  creates_person boolean not null,
  -- The status of the account before, which it gets back if the application is denied.
  previous_status smallint not null check (previous_status in (1, 2)),
  document_country text references nationalities (iso2),
  first_name text not null,
  last_name text not null,
  second_name text not null,
  preferred_name text not null,
  date_birth date not null,
  nationality_id int not null references nationalities,
  forecast_id int not null references forecasts,
  gender_id int not null references genders,
  email text not null,
  address text not null,
  phone text not null,
  commune_id int not null references communes,
  password_hash text not null,
  image_store_id int references files,
  image_store_passport int references files,
  image_store_passport_patient int references files,
  -- The texts that were accepted: kind, version, text and channel of each.
  consents jsonb not null,
  ip text not null,
  applied_at timestamptz not null
);
grant select, insert, update, delete on registration_applications to portal_app;
