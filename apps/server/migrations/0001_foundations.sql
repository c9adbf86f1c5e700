-- Roles: the server works as portal_app whatever it signed in as; what that role may do is decided here.
do $$
begin
  create role portal_app nologin;
exception when duplicate_object then null;
end $$;
do $$
begin
  execute format('grant portal_app to %I', current_user);
exception when others then null; -- already granted, or the superuser of the embedded database
end $$;

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- What this installation remembers of itself: the version of its catalogues, when the demonstration was filled.
create table installation (
  key text primary key,
  value jsonb not null
);

-- Catalogues ---------------------------------------------------------------------------------------------------

create table regions (
  id int primary key,
  name text not null,
  position int not null
);
create table provinces (
  id int primary key,
  region_id int not null references regions,
  name text not null
);
create table communes (
  id int primary key,
  province_id int not null references provinces,
  region_id int not null references regions,
  cut text not null unique,
  name text not null
);
create table nationalities (
  id int primary key,
  name text not null,
  iso2 text,
  iso_num text,
  position int not null
);
create table forecasts (
  id int primary key,
  nombre text not null,
  status int not null,
  kind text not null,
  minsal_eis_code text,
  position int not null
);
create table genders (
  id int primary key,
  name text not null
);
create table relationship_types (
  id int primary key,
  name text not null,
  position int not null,
  member_may_be_minor boolean not null,
  leader_is_guardian boolean not null,
  inverse text
);
create table exam_relationship_types (
  id int primary key,
  name text not null
);
create table document_kinds (
  id int primary key,
  name text not null,
  only_titular_or_rep boolean not null
);
create table intervention_types (
  id int primary key,
  nombre text not null,
  needs_operating_hours boolean not null,
  needs_forecast boolean not null,
  needs_order_file boolean not null
);
create table contact_reasons (
  id int primary key,
  name text not null
);
create table display_durations (
  id int primary key,
  category_id int not null,
  category_name text not null,
  name_exam text not null,
  day_withdrawal_portal text not null,
  day_withdrawal text not null
);
create table legal_texts (
  id int primary key,
  kind text not null,
  version text not null,
  text text not null,
  unique (kind, version)
);
create table alert_colors (
  id int primary key,
  color text not null,
  primary_code text not null,
  secundary_code text not null
);
create table specialties (
  code int primary key,
  name text not null,
  visit_minutes int not null,
  adult boolean not null,
  paediatric boolean not null,
  age_min int,
  age_max int,
  telemedicine boolean not null,
  reserved_group text
);

-- Files ----------------------------------------------------------------------------------------------------------

-- What lies in the file store under `key`; the bytes are written and synced before the row.
create table files (
  id int generated always as identity primary key,
  key text not null unique,
  purpose text not null,
  media_type text not null,
  bytes int not null,
  sha256 bytea not null,
  name text not null,
  created_at timestamptz not null default now()
);

-- People and their accounts --------------------------------------------------------------------------------------

create table people (
  id int generated always as identity primary key,
  document_type_id smallint not null check (document_type_id in (1, 2)),
  document_number text not null,
  first_name text not null,
  last_name text not null,
  second_name text not null default '',
  date_birth date,
  nationality_id int references nationalities,
  forecast_id int references forecasts,
  gender_id int references genders,
  email text,
  address text,
  phone text,
  commune_id int references communes,
  image_store_id int references files,
  image_store_passport int references files,
  image_store_passport_patient int references files,
  -- The passport has been validated by staff.
  status_passport boolean not null default false,
  rol text not null check (rol in ('STANDART_ROLE', 'ADMIN_ROLE', 'SUPER_ADMIN_ROLE')),
  status smallint not null check (status in (1, 2, 3)),
  -- Opened while its holder was a minor: ends the day its holder comes of age.
  opened_as_minor boolean not null default false,
  password_hash text,
  date_creation timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (document_type_id, document_number)
);

-- A password that works once and only to choose another; the old one lives on until it is used.
create table temporary_keys (
  person_id int primary key references people,
  hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table sessions (
  id int generated always as identity primary key,
  person_id int not null references people,
  -- SHA-256 of the token; the token itself is known to the browser alone.
  token_hash bytea not null unique,
  temporary_key boolean not null default false,
  idle_minutes int not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('signed-out', 'taken-over', 'password-changed', 'account-closed'))
);
create unique index sessions_one_open on sessions (person_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- Counted tries: one row a scope and subject; subjects are hashed.
create table tries (
  scope text not null,
  subject bytea not null,
  count int not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (scope, subject)
);
create index tries_ends on tries (ends_at);

-- Who did what to whose data, when and from where. Nobody changes or removes a row.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id int,
  -- STANDART_ROLE, ADMIN_ROLE, SUPER_ADMIN_ROLE, guardian, share, system or anonymous.
  actor_role text not null,
  action text not null,
  patient_id int,
  object text,
  outcome text not null default 'done' check (outcome in ('done', 'refused')),
  ip inet,
  request_id text,
  detail jsonb
);
create index audit_events_patient on audit_events (patient_id, at desc);
create index audit_events_actor on audit_events (actor_id, at desc);

-- Messages on their way out; written in the transaction of what they tell of.
create table outbox (
  id int generated always as identity primary key,
  message_id text not null unique,
  template text not null,
  person_id int references people,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'expired', 'parked')),
  -- Failures held against the message.
  attempts int not null default 0,
  -- Goes up with every claim: only who holds the newest one may say what came of it.
  claim int not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  -- Not sent any more after this moment.
  not_after timestamptz,
  claimed_until timestamptz,
  sent_at timestamptz,
  last_error text
);
create index outbox_created on outbox (created_at desc);
create index outbox_waiting on outbox (next_attempt_at) where state in ('queued', 'sending');

create table favourites (
  id int generated always as identity primary key,
  person_id int not null references people,
  menu_id text not null,
  name text not null,
  position smallint not null check (position between 1 and 3),
  unique (person_id, menu_id),
  unique (person_id, position)
);

-- Family ---------------------------------------------------------------------------------------------------------

create table family_links (
  id int generated always as identity primary key,
  leader_id int not null references people,
  member_id int not null references people,
  -- What the member is to the leader.
  relationship_type_id int not null references relationship_types,
  state text not null check (state in ('pending', 'approved', 'ended')),
  -- How it is known that the leader is the member's guardian; null while it is not.
  guardian_proof text check (guardian_proof in ('registry', 'staff')),
  guardian_confirmed_by int references people,
  -- The adult member's switch for hours booked by the leader.
  may_book boolean not null default true,
  created_at timestamptz not null,
  approved_at timestamptz,
  ended_at timestamptz,
  check (leader_id <> member_id)
);
create unique index family_links_one_live on family_links (leader_id, member_id) where state <> 'ended';
create index family_links_member on family_links (member_id) where state <> 'ended';

create table family_requests (
  id int generated always as identity primary key,
  family_id int not null references family_links,
  applicant_id int not null references people,
  -- 0 pending, 1 approved, 2 rejected, 3 withdrawn or ended.
  request_status smallint not null default 0 check (request_status in (0, 1, 2, 3)),
  legal_text_id int references legal_texts,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by int references people
);
create index family_requests_family on family_requests (family_id);

-- Scheduling -----------------------------------------------------------------------------------------------------

create table offices (
  id int primary key,
  office_id text not null unique,
  name text not null,
  address text not null,
  phone text not null
);

create table professionals (
  id int generated always as identity primary key,
  rut text not null unique,
  name text not null,
  image_file_id int references files,
  active boolean not null default true
);
create table professional_specialties (
  professional_id int not null references professionals,
  specialty_code int not null references specialties,
  primary key (professional_id, specialty_code)
);

-- Weekly attention: `weekday` 0 is Sunday; times are local to Santiago.
create table schedules (
  id int generated always as identity primary key,
  professional_id int not null references professionals,
  office_id int not null references offices,
  specialty_code int not null references specialties,
  weekday smallint not null check (weekday between 0 and 6),
  starts time not null,
  ends time not null,
  slot_minutes int not null check (slot_minutes between 5 and 240),
  room text not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  valid_from date not null,
  valid_to date,
  check (starts < ends)
);
create index schedules_professional on schedules (professional_id, weekday);

-- Clinical archive, as far as the portal holds it itself -----------------------------------------------------------

create table appointments (
  id int generated always as identity primary key,
  patient_id int not null references people,
  professional_id int references professionals,
  rut_professional text not null,
  doctor_name text not null,
  specialty_code int not null,
  specialty text not null,
  sub_context text not null,
  office_id int not null references offices,
  place_care text not null,
  place_detail text not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What the law keeps from an adolescent's guardian; null where nothing does.
  reserved_group text,
  state text not null check (state in ('booked', 'cancelled')),
  cancelled_at timestamptz,
  booked_by int references people,
  created_at timestamptz not null,
  -- Whoever looks for hours that have not ended need not look further back than a day.
  check (starts_at < ends_at and ends_at - starts_at <= interval '24 hours'),
  -- All of it fits in one entry of the index below.
  check (
    octet_length(rut_professional) <= 20 and octet_length(doctor_name) <= 300 and octet_length(specialty) <= 300
    and octet_length(sub_context) <= 300 and octet_length(place_care) <= 300 and octet_length(place_detail) <= 300
  )
);
-- Holds whole what a list shows: a page of a patient's hours lies together, however many hours there are.
create index appointments_patient on appointments (patient_id, starts_at, id)
  include (ends_at, reserved_group, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
    place_detail, modality)
  where state = 'booked';
create index appointments_professional on appointments (professional_id, starts_at) where state = 'booked';

create table exams (
  id int generated always as identity primary key,
  attention_number text not null,
  patient_id int not null references people,
  type text not null check (type in ('laboratory', 'imaging')),
  panel_code text,
  type_exam text not null,
  doctor_solicite text not null,
  type_patient text not null,
  taken_at timestamptz not null,
  reserved_group text,
  -- Kinds that are never shown in the portal (blood group, Coombs …).
  shown boolean not null default true,
  file_id int references files,
  created_at timestamptz not null,
  check (
    octet_length(attention_number) <= 40 and octet_length(type_exam) <= 500 and octet_length(doctor_solicite) <= 300
    and octet_length(type_patient) <= 300
  )
);
create index exams_patient on exams (patient_id, type, taken_at desc, id desc)
  include (reserved_group, attention_number, type_exam, doctor_solicite, type_patient)
  where shown;

create table exam_results (
  exam_id int not null references exams,
  position smallint not null,
  patient_id int not null,
  taken_at timestamptz not null,
  code text not null,
  name text not null,
  loinc text,
  value numeric,
  text text,
  unit text,
  ucum text,
  decimals smallint not null default 0,
  low numeric,
  high numeric,
  reference_text text,
  reserved_group text,
  shown boolean not null default true,
  primary key (exam_id, position)
);
create index exam_results_history on exam_results (patient_id, code, taken_at) where value is not null;

-- Requests, notices, publications -----------------------------------------------------------------------------------

create table document_requests (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  document_kind_id int not null references document_kinds,
  comment text not null default '',
  state text not null check (state in ('pendiente', 'respondida')),
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null
);
create index document_requests_requester on document_requests (requester_id, created_at desc);

create table budget_requests (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  intervention_type_id int not null references intervention_types,
  forecast_id int references forecasts,
  medico_tratante text not null default '',
  fecha_estimada date not null,
  h_pabellon int,
  comentarios text not null default '',
  autoriza_contacto boolean not null,
  order_file_id int references files,
  state text not null check (state in ('pendiente', 'respondida')),
  comentario_ejecutivo text,
  answered_at timestamptz,
  created_at timestamptz not null
);
create index budget_requests_patient on budget_requests (patient_id, created_at desc);

create table contacts (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  reason_id int not null references contact_reasons,
  message text not null,
  exam_date date,
  exam_type text,
  exam_name text,
  branch text,
  state text not null check (state in ('pendiente', 'respondida')),
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null
);
create index contacts_requester on contacts (requester_id, created_at desc);

-- Files of a request: what the patient attached and what the desk answered with.
create table request_files (
  file_id int primary key references files,
  request_kind text not null check (request_kind in ('document', 'budget', 'contact')),
  request_id int not null,
  side text not null check (side in ('request', 'answer'))
);
create index request_files_request on request_files (request_kind, request_id);

create table notifications (
  id int generated always as identity primary key,
  person_id int not null references people,
  type text not null check (type in ('family_group', 'exams_procedures')),
  text text not null,
  request_family_group_id int references family_requests,
  read_at timestamptz,
  active boolean not null default true,
  created_at timestamptz not null
);
create index notifications_person on notifications (person_id, created_at desc);

create table alerts (
  id int generated always as identity primary key,
  name text not null,
  text text not null,
  color_id int not null references alert_colors,
  status_id smallint not null check (status_id in (1, 2)),
  updated_at timestamptz not null default now()
);

create table ads (
  id int generated always as identity primary key,
  image text not null,
  url text not null,
  from_age int not null,
  to_age int not null,
  gender_id int not null,
  order_advertising int not null,
  status boolean not null,
  updated_at timestamptz not null default now(),
  check (from_age <= to_age)
);

create table prevention_articles (
  id int generated always as identity primary key,
  title text not null,
  description text not null,
  from_age int not null,
  to_age int not null,
  gender_id int not null,
  order_control int not null,
  status boolean not null,
  html text not null,
  updated_at timestamptz not null default now(),
  check (from_age <= to_age)
);

-- The embedded civil registry: invented people, for the demonstration and for installations without a registry. -----

create table registry_people (
  run text primary key,
  names text not null,
  lastname text not null,
  date_birth date not null,
  gender_id int,
  card_number text not null,
  mother_run text,
  mother_name text not null,
  father_run text,
  father_name text not null,
  marital_status text not null,
  birth_commune_id int not null references communes,
  home_commune_id int not null references communes
);

-- What the server may do: everything with the portal's tables, but only add to and read the audit trail. ------------

grant usage on schema public to portal_app;
grant select, insert, update, delete on all tables in schema public to portal_app;
grant usage, select on all sequences in schema public to portal_app;
revoke update, delete, truncate on audit_events from portal_app;
