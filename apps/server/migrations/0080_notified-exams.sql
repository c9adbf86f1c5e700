-- Which exam a notification is about, so that it leads to that exam of that person. `exam_id` is null where the notification
-- is about several exams, or about exams of an archive elsewhere, which have no number of ours yet.
alter table notifications
  add column exam_type text check (exam_type in ('laboratory', 'imaging')),
  add column exam_id int;

-- The index holds every column that a page of notifications shows, so that the page is read without the table.
drop index notifications_person;
create index notifications_person on notifications (person_id, created_at desc, id desc)
  include (type, text, request_family_group_id, read_at, patient_id, reserved_group, exam_type, exam_id)
  where active;
