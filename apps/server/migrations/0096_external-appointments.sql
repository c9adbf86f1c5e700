-- Upcoming appointments of an external archive as they were last seen there, so that a change made there is noticed.
create table watched_appointments (
  id int generated always as identity primary key,
  -- The base address of the archive, and the appointment's id there.
  archive text not null,
  source text not null,
  patient_id int not null references people,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  doctor_name text not null,
  place text not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  reserved boolean not null,
  -- The archive left it out of an answer that ought to hold it. Only a second look decides that it is gone.
  missing_since timestamptz,
  -- It was cancelled or is gone: nothing more is announced of it.
  ended_at timestamptz,
  unique (archive, source)
);
create index watched_appointments_live on watched_appointments (patient_id, starts_at) where ended_at is null;

-- When the archive was last asked for a patient's appointments.
create table archive_checks (
  archive text not null,
  patient_id int not null references people,
  checked_at timestamptz not null,
  primary key (archive, patient_id)
);

-- Appointments that the clinic's own system cancelled or moved, each announced once.
create table appointment_changes (
  id int generated always as identity primary key,
  patient_id int not null references people,
  kind text not null check (kind in ('cancelled', 'moved')),
  old_starts_at timestamptz not null,
  starts_at timestamptz not null,
  doctor_name text not null,
  place text not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  reserved_group text,
  changed_at timestamptz not null,
  announced_at timestamptz
);
create index appointment_changes_waiting on appointment_changes (id) where announced_at is null;

grant select, insert, update, delete on watched_appointments, archive_checks, appointment_changes to portal_app;
grant usage, select on all sequences in schema public to portal_app;
