-- Appointments of exams whose result the patient chose to see with the physician. Without a row the result is shown when it arrives.
create table result_choices (
  appointment_id int primary key references appointments,
  -- The list in which the result appears.
  type text not null check (type in ('laboratory', 'imaging')),
  chosen_by int not null references people,
  chosen_at timestamptz not null
);
grant select, insert, update, delete on result_choices to portal_app;
