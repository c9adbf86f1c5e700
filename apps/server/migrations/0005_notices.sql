-- Notifications: about whose record one is, and what the law reserves to that person.
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('family_group', 'exams_procedures', 'appointments'));
alter table notifications add column patient_id int references people;
alter table notifications add column reserved_group text;
update notifications set patient_id = person_id where type = 'exams_procedures';
alter table notifications add check (octet_length(text) <= 600);

-- Holds whole what a page shows; only those that are shown.
drop index notifications_person;
create index notifications_person on notifications (person_id, created_at desc, id desc)
  include (type, text, request_family_group_id, read_at, patient_id, reserved_group)
  where active;

-- What patients say of the portal.
create table survey_answers (
  id int generated always as identity primary key,
  person_id int not null references people,
  suggestion text not null,
  comment text not null check (octet_length(comment) <= 8000),
  created_at timestamptz not null
);
create index survey_answers_age on survey_answers (created_at desc, id desc);

grant select, insert, update, delete on survey_answers to portal_app;
grant usage, select on all sequences in schema public to portal_app;
