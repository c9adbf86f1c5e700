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
