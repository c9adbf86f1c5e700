-- Notices of every age step, and not only of the coming of age: each person is notified once of each step.
alter table coming_of_age_notices add column step text not null default 'adult' check (step in ('reserve', 'consent', 'adult'));
alter table coming_of_age_notices drop constraint coming_of_age_notices_pkey, add primary key (member_id, told_id, step);
