-- Where a result lies, by the rules of the viewer, so that a list of exams counts without reading each result. `none`: neither the
-- laboratory's judgement nor a range decides. Null: stored before this column, which the list
-- counts like `none`.
alter table exam_results
  add column level text check (level in ('in', 'low', 'high', 'abnormal', 'none')),
  add column is_critical boolean not null default false;
