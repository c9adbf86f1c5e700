-- When each periodic job is due. One of the servers claims it, and renews the claim while the job runs.
create table periodic_jobs (
  name text primary key,
  due_at timestamptz not null,
  -- Runs since the last one that ended well.
  attempts int not null default 0,
  claim int not null default 0,
  claimed_until timestamptz
);
grant select, insert, update, delete on periodic_jobs to portal_app;

-- The tables of the library that ran the jobs before.
drop schema if exists pgboss cascade;
