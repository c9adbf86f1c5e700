-- Appointments of exams whose result did not arrive on the expected day, and when the patient was notified of it.
create table late_results (
  appointment_id int primary key references appointments,
  notified_at timestamptz not null
);
grant select, insert, update, delete on late_results to portal_app;
