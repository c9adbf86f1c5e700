-- A clinical archive elsewhere: the portal's numbers of what it keeps under names of its own. They begin where the numbers
-- of appointments and exams never come.
create table archive_numbers (
  id int generated always as identity (start with 1000000000) primary key,
  -- The base address of the server: another server's names are others.
  archive text not null,
  kind text not null check (kind in ('hour', 'exam')),
  source text not null,
  patient_id int not null references people,
  -- The server was asked to cancel the hour, and whether it did is not known yet; when it was given up here.
  asked_at timestamptz,
  cancelled_at timestamptz,
  unique (archive, kind, source)
);
create index archive_numbers_given_up on archive_numbers (patient_id, cancelled_at) where cancelled_at is not null;

grant select, insert, update, delete on archive_numbers to portal_app;

-- Other systems that hand over what they keep. Only the hash of a secret is known.
create table service_accounts (
  id int generated always as identity primary key,
  name text not null,
  scopes text[] not null,
  secret_hash bytea not null unique,
  created_by int not null references people,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by int references people
);

-- What they handed over, by their own names for it: the same name is the same thing, whoever sends it and how often.
create table fhir_sources (
  id int generated always as identity primary key,
  type text not null,
  system text not null,
  value text not null,
  account_id int not null references service_accounts,
  -- Empty only inside the transaction that makes it. An observation is a row of an exam: `target_id` is the exam's.
  patient_id int references people,
  target_id int,
  position smallint,
  -- What was told of an hour, which its patient may have given up here since.
  told_state text,
  digest bytea,
  version int not null default 0,
  updated_at timestamptz not null,
  unique (type, system, value)
);
create index fhir_sources_target on fhir_sources (type, target_id);

-- Somebody whom a clinic's system told of and who has not registered: there is a record and no account.
alter table people add column without_account boolean not null default false;

grant select, insert, update, delete on service_accounts, fhir_sources to portal_app;
grant usage, select on all sequences in schema public to portal_app;
