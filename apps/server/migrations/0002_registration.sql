-- How far somebody has come with opening an account; ids are random and known to that browser alone.
create table registration_drafts (
  id text primary key,
  status text not null,
  document_type_id smallint not null,
  document_number text not null,
  email text not null,
  cellphone text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index registration_drafts_age on registration_drafts (updated_at);

-- An identity check: begun for a run, ended with a code, and when passed named by a `solem` that one registration uses.
create table identity_checks (
  id int generated always as identity primary key,
  -- SHA-256 of the key in the window's address.
  key_hash bytea not null unique,
  provider text not null check (provider in ('embedded', 'oidc')),
  run text not null,
  state text not null check (state in ('asking', 'verified', 'failed', 'cancelled', 'expired', 'unknown')),
  -- What is being asked, with what is right, or what the provider must give back: known to the server alone.
  questions jsonb,
  answered int not null default 0,
  wrong int not null default 0,
  email text,
  cellphone text,
  -- What the provider itself says of the person, where it does.
  names text,
  lastname text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- SHA-256 of the solem; it lives until `solem_expires_at` and is used once.
  solem_hash bytea unique,
  solem_expires_at timestamptz,
  solem_used_at timestamptz
);
create index identity_checks_run on identity_checks (run, created_at);
create index identity_checks_age on identity_checks (created_at);

-- Which version of a text somebody accepted, when and from where.
create table consents (
  id int generated always as identity primary key,
  person_id int not null references people,
  kind text not null,
  version text not null,
  -- SHA-256 of the text as it was shown.
  text_hash bytea not null,
  channel text not null,
  ip inet,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
create index consents_person on consents (person_id, kind, given_at desc);

alter table legal_texts add column valid_from date not null default '2026-01-01';

-- A new e-mail waits here until its own mailbox confirms it.
alter table people add column email_pending text;
create table email_changes (
  id int generated always as identity primary key,
  person_id int not null references people,
  email text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_changes_person on email_changes (person_id);

-- Pictures of passports are encrypted; `encrypted` says under which key the bytes lie, null when in the clear.
alter table files add column encrypted text;
-- When a picture that was kept for one decision goes.
alter table files add column delete_after timestamptz;
create index files_delete_after on files (delete_after) where delete_after is not null;

-- Keys that bytes may lie under before a row of `files` says so: what a crash leaves here is removed.
create table unfinished_files (
  key text primary key,
  created_at timestamptz not null
);

-- The decision about a passport, and what the person was told.
create table validation_decisions (
  id int generated always as identity primary key,
  person_id int not null references people,
  decided_by int not null references people,
  approved boolean not null,
  reason text not null default '',
  decided_at timestamptz not null
);
create index validation_decisions_person on validation_decisions (person_id, decided_at desc);

-- Staff's second factor; the secret is encrypted, recovery codes are hashed and used once.
create table second_factors (
  person_id int primary key references people,
  -- Null until the first one is confirmed.
  secret bytea,
  confirmed_at timestamptz,
  -- A new one that counts once it is confirmed; until then the old one does.
  next_secret bytea,
  -- The last time step that was accepted: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create table recovery_codes (
  person_id int not null references people,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);
create table sign_in_challenges (
  token_hash bytea primary key,
  person_id int not null references people,
  -- Hash of the temporary password the person signed in with, or null.
  temporary_key_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0
);
create index sign_in_challenges_person on sign_in_challenges (person_id);

-- What a session was opened with, so that whoever changes a temporary password is asked for it again.
alter table sessions add column temporary_key_hash text;

-- From which browsers somebody has signed in, so that a new one is told by mail.
create table known_devices (
  person_id int not null references people,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (person_id, device_hash)
);

grant select, insert, update, delete on registration_drafts, identity_checks, consents, email_changes,
  unfinished_files, validation_decisions, second_factors, recovery_codes, sign_in_challenges, known_devices to portal_app;
grant usage, select on all sequences in schema public to portal_app;
