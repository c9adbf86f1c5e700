-- Hours that an outside scheduling service keeps: the record shows them, under the number they have there.
alter table appointments add column outside_id int;
create unique index appointments_outside on appointments (outside_id) where outside_id is not null;

-- What the outside service holds for somebody, as which patient, and the booking that was asked of it and not answered yet.
create table outside_holds (
  id int generated always as identity primary key,
  person_id int not null references people,
  as_person_id int not null references people,
  slot_id int not null,
  outside_hold_id int not null,
  expires_at timestamptz not null,
  asked jsonb,
  asked_at timestamptz,
  unique (person_id, slot_id),
  check ((asked is null) = (asked_at is null))
);
create index outside_holds_expiry on outside_holds (expires_at);
grant select, insert, update, delete on outside_holds to portal_app;
grant usage, select on all sequences in schema public to portal_app;
