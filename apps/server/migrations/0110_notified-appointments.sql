-- Which appointment a notification is about, so that it leads to that appointment. Null where it is about none, or about one
-- that only the clinic's own system knows.
alter table notifications add column id_appointment int;

-- The index holds every column that a page of notifications shows, so that the page is read without the table.
drop index notifications_person;
create index notifications_person on notifications (person_id, created_at desc, id desc)
  include (type, text, request_family_group_id, read_at, patient_id, reserved_group, exam_type, exam_id, id_appointment)
  where active;
