-- Answers to the questionnaire that an exam demands before it is booked. The questions are stored as they were worded, because
-- the catalogue may change later. Answers that no appointment was booked with are deleted when they are no longer valid.
create table exam_answers (
  id int generated always as identity primary key,
  patient_id int not null references people,
  answered_by int not null references people,
  exam_id int not null,
  questionnaire text not null,
  -- [{"question": …, "answer": "Sí" | "No"}]
  answers jsonb not null,
  -- No answer is yes.
  can_book boolean not null,
  answered_at timestamptz not null
);
create index exam_answers_latest on exam_answers (patient_id, exam_id, answered_by, answered_at desc);

-- The answers with which the appointment was booked or last moved.
alter table appointments add column exam_answers_id int references exam_answers;
create index appointments_exam_answers on appointments (exam_answers_id) where exam_answers_id is not null;
-- The appointment that an entry of the imaging inbox is about.
alter table contacts add column appointment_id int references appointments;

-- A move between in person and video has to be confirmed, also where an outside service keeps the calendars.
alter table outside_holds add column modality text check (modality in ('presencial', 'telemedicina'));

grant select, insert, update, delete on exam_answers to portal_app;
grant usage, select on all sequences in schema public to portal_app;
