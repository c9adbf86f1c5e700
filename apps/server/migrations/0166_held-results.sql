-- When the system that sent a result released it. A result that the clinic holds until its release is visible from then on.
alter table exams
  add column released_at timestamptz,
  -- When to ask again whether a held result is visible, so that its patient is notified then; null: at once.
  add column announce_after timestamptz;

alter table archive_arrivals add column announce_after timestamptz;
