-- When a report that was handed over by file was made, by its own word: an older version never replaces a newer one.
alter table exams add column reported_at timestamptz;
