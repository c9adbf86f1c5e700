-- When a person first opened a result, in the viewer or as a file. Until then the lists mark the result as new for that person.
-- The exam may be one of an external archive, so its number points to no table.
create table opened_results (
  person_id int not null references people,
  exam_id int not null,
  opened_at timestamptz not null,
  primary key (person_id, exam_id)
);
grant select, insert, delete on opened_results to portal_app;
