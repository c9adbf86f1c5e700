-- More kinds of changes that a second member of staff confirms: document, birth date, opening of an account, guardian.

-- `target`: the number of what is changed where a person can have several, such as the family link of a guardian.
-- `changes`: the values before and after as people read them, which the second member of staff sees.
-- `emails`: the addresses of the person when the change was requested. They are notified too, once it is made.
alter table pending_confirmations
  add column target text not null default '',
  add column changes jsonb not null default '[]',
  add column emails text[] not null default '{}',
  add column rejection_reason text,
  add column expired_at timestamptz;

-- Until now a change was rejected without a reason.
update pending_confirmations set rejection_reason = 'not-needed'
where rejected_at is not null and rejected_by <> requested_by;

alter table pending_confirmations
  -- The requester withdraws without a reason.
  add constraint rejected_with_reason check ((rejection_reason is not null) = coalesce(rejected_by <> requested_by, false)),
  add constraint decided_once check (num_nonnulls(confirmed_at, rejected_at, expired_at) <= 1);

drop index pending_confirmations_open;
drop index pending_confirmations_waiting;
drop index pending_confirmations_decided;
-- The same change waits once.
create unique index pending_confirmations_open on pending_confirmations (kind, subject_id, target)
  where confirmed_at is null and rejected_at is null and expired_at is null;
create index pending_confirmations_waiting on pending_confirmations (requested_at, id)
  where confirmed_at is null and rejected_at is null and expired_at is null;
create index pending_confirmations_decided on pending_confirmations
  (coalesce(confirmed_at, rejected_at, expired_at) desc, id desc)
  where num_nonnulls(confirmed_at, rejected_at, expired_at) = 1;

-- Whether a change still waits for its decision.
create function is_waiting(change pending_confirmations) returns boolean language sql immutable parallel safe
  return change.confirmed_at is null and change.rejected_at is null and change.expired_at is null;
