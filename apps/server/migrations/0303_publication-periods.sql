-- When patients see a publication, while it is enabled; null: since it exists, and without an end.
alter table ads add column shown_from timestamptz, add column shown_until timestamptz,
  add constraint ads_period check (shown_from < shown_until);
alter table prevention_articles add column shown_from timestamptz, add column shown_until timestamptz,
  add constraint prevention_articles_period check (shown_from < shown_until),
  -- The day on which somebody of the clinic last checked what the article says.
  add column reviewed_on date;
