-- The other exams that a link shows when all exams of one visit were shared; the first one is in `exam_shares`.
create table exam_share_exams (
  share_id int not null references exam_shares on delete cascade,
  -- Like `exam_shares.exam_id` it can be the number of an exam in an external archive.
  exam_id int not null,
  type text not null check (type in ('laboratory', 'imaging')),
  primary key (share_id, exam_id)
);
create index exam_share_exams_exam on exam_share_exams (exam_id);
grant select, insert, update, delete on exam_share_exams to portal_app;
