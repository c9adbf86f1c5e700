-- Hours and waits of people who come through another portal: that portal tells them.
alter table appointments add column told_elsewhere boolean not null default false;
alter table waiting_list add column told_elsewhere boolean not null default false;

-- What somebody waits for at an outside scheduling service, under the number it has there, and the offer they were told of.
create table outside_waits (
  id int generated always as identity primary key,
  person_id int not null references people,
  patient_id int not null references people,
  outside_id int not null unique,
  specialty text not null,
  specialty_name text not null,
  office_id text,
  rut_professional text,
  created_at timestamptz not null,
  asked_at timestamptz not null,
  told_hold_id int
);
create index outside_waits_person on outside_waits (person_id);
create index outside_waits_asked on outside_waits (asked_at);
grant select, insert, update, delete on outside_waits to portal_app;
grant usage, select on all sequences in schema public to portal_app;
