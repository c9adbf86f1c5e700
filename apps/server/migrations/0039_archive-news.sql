-- Until when an archive elsewhere was asked for what is new, by that archive's own clock.
create table archive_marks (
  archive text primary key,
  seen_until timestamptz not null
);

-- Exams of such an archive of which somebody here is told, each once.
create table archive_arrivals (
  id int generated always as identity primary key,
  archive text not null,
  source text not null,
  patient_id int not null references people,
  type text not null check (type in ('laboratory', 'imaging')),
  reserved_group text,
  announced_at timestamptz,
  unique (archive, source)
);
create index archive_arrivals_waiting on archive_arrivals (patient_id, id) where announced_at is null;

grant select, insert, update, delete on archive_marks, archive_arrivals to portal_app;
