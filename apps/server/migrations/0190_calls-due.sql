-- People whom the clinic has to call, because nobody was notified of a change of their appointment.
create table calls_due (
  id int generated always as identity primary key,
  patient_id int not null references people,
  -- The appointment that changed; null if only an external system has it.
  appointment_id int references appointments,
  -- What the person has to know.
  text text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by int references people,
  check ((done_at is null) = (done_by is null))
);
create index calls_due_open on calls_due (created_at, id) where done_at is null;
create index calls_due_patient on calls_due (patient_id);
grant select, insert, update on calls_due to portal_app;
grant usage, select on all sequences in schema public to portal_app;
