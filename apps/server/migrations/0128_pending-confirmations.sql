-- Changes by staff that a second member of staff has to confirm («Por confirmar»).
create table pending_confirmations (
  id int generated always as identity primary key,
  -- What is changed. The domain of the change defines the kind, and what `payload` holds.
  kind text not null,
  -- The person whose account is changed.
  subject_id int not null references people,
  payload jsonb not null default '{}',
  requested_by int not null references people,
  requested_at timestamptz not null,
  confirmed_by int references people,
  confirmed_at timestamptz,
  -- A request is rejected by anybody who may confirm it, or withdrawn by its requester.
  rejected_by int references people,
  rejected_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check ((rejected_by is null) = (rejected_at is null)),
  check (confirmed_at is null or rejected_at is null),
  constraint confirmed_by_another check (confirmed_by <> requested_by),
  constraint not_by_the_subject check (subject_id <> requested_by and subject_id <> confirmed_by)
);
-- The same change of an account waits once.
create unique index pending_confirmations_open on pending_confirmations (kind, subject_id)
  where confirmed_at is null and rejected_at is null;
create index pending_confirmations_waiting on pending_confirmations (requested_at, id)
  where confirmed_at is null and rejected_at is null;
create index pending_confirmations_decided on pending_confirmations (coalesce(confirmed_at, rejected_at) desc, id desc)
  where confirmed_at is not null or rejected_at is not null;
create index pending_confirmations_subject on pending_confirmations (subject_id);

grant select, insert, update, delete on pending_confirmations to portal_app;
grant usage, select on all sequences in schema public to portal_app;
