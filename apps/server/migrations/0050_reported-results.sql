-- Results exactly as the laboratory reported them. The older columns stay what searches and histories use: `value` holds
-- exact numbers alone. A row without `reported` was reported as its columns say: a number or words with one range.
alter table exam_results
  add column reported jsonb,
  -- What was reported before a correction, oldest first: {"name", "reported", "replaced_at"}.
  add column earlier jsonb not null default '[]';

alter table exams
  add column status text not null default 'final'
    check (status in ('preliminary', 'final', 'amended', 'corrected', 'appended')),
  -- The laboratory's or the radiologist's conclusion in words.
  add column conclusion text check (octet_length(conclusion) <= 20000),
  add column corrected_at timestamptz,
  -- The next announcement of this exam says that it was corrected, not that it is new.
  add column announce_correction boolean not null default false;

-- Values that are no exact numbers belong to a measure's course as well.
drop index exam_results_history;
create index exam_results_history on exam_results (patient_id, code, taken_at);
