-- What a person has to be called about, which decides who of the staff calls.
alter table calls_due
  add column topic text not null default 'appointments' check (topic in ('appointments', 'requests', 'privacy', 'identity')),
  -- The site of a request; null for every site. That of an appointment is in its row.
  add column site_id int;
alter table calls_due alter column topic drop default;
