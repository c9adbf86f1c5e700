-- Which document of a sender `exams.file_id` is; null for one that the portal printed, and where it was stored before.
alter table exams add column file_source_id int references fhir_sources;

-- Further documents of an exam, beside the one in `exams.file_id`.
create table exam_documents (
  file_id int primary key references files,
  exam_id int not null references exams,
  source_id int not null unique references fhir_sources
);
create index exam_documents_exam on exam_documents (exam_id, file_id);
grant select, insert, update, delete on exam_documents to portal_app;
