-- The clinic package of this installation: each part with its draft, its published version and those that were replaced.
create table clinic_parts (
  id int generated always as identity primary key,
  part text not null,
  -- Not jsonb, which forgets the order of the fields: an export repeats it.
  content json not null,
  state text not null check (state in ('draft', 'published', 'replaced')),
  -- Null if a command or the start of the server wrote it.
  author int references people,
  note text not null,
  created_at timestamptz not null,
  published_at timestamptz,
  check ((state = 'draft') = (published_at is null))
);
create unique index clinic_parts_published on clinic_parts (part) where state = 'published';
create unique index clinic_parts_draft on clinic_parts (part) where state = 'draft';
create index clinic_parts_history on clinic_parts (part, id desc);

create table clinic_images (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  bytes bytea not null
);

-- A row that the clinic package no longer has is retired: it is offered nowhere, and past records still show it.
alter table forecasts add column retired_at timestamptz;
alter table document_kinds add column retired_at timestamptz;
alter table intervention_types add column retired_at timestamptz;
alter table contact_reasons add column retired_at timestamptz;
alter table display_durations add column retired_at timestamptz;
alter table specialties add column retired_at timestamptz;
alter table offices add column retired_at timestamptz;
alter table services add column retired_at timestamptz;
alter table indications add column retired_at timestamptz;
alter table exam_specialties add column retired_at timestamptz;
alter table bookable_exams add column retired_at timestamptz;
alter table questionnaires add column retired_at timestamptz;
alter table procedure_categories add column retired_at timestamptz;
alter table procedures add column retired_at timestamptz;

-- The code of a retired row can be given to another one. Deferred, so that two rows can exchange their codes.
alter table offices drop constraint offices_office_id_key;
alter table offices add constraint offices_office_id_once
  exclude using btree (office_id with =) where (retired_at is null) deferrable initially deferred;
alter table services drop constraint services_wire_code_key;
alter table services add constraint services_wire_code_once
  exclude using btree (wire_code with =) where (retired_at is null) deferrable initially deferred;

-- As many hours as a clinic package may ask for.
alter table indications drop constraint indications_fasting_hours_check;
alter table indications add check (fasting_hours between 1 and 48);

grant select, insert, update, delete on clinic_parts to portal_app;
grant select, insert on clinic_images to portal_app;
grant usage, select on all sequences in schema public to portal_app;
