-- The medical order that a patient attached to an appointment. An appointment has at most one: a new file takes the place of the earlier
-- one. Deleted when the patient's account is closed.
create table appointment_orders (
  appointment_id int primary key references appointments,
  file_id int not null unique references files,
  attached_by int not null references people,
  attached_at timestamptz not null
);
grant select, insert, delete on appointment_orders to portal_app;

-- The inbox of imaging finds the order by the appointment of an entry.
create index contacts_appointment on contacts (appointment_id) where appointment_id is not null;
