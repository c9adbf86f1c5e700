-- When a change takes effect without a second member of staff, because the installation has none; null if it needs one.
alter table pending_confirmations add column effective_at timestamptz;

do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
  where conrelid = 'pending_confirmations'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%((confirmed_by IS NULL) = (confirmed_at IS NULL))%';
  execute format('alter table pending_confirmations drop constraint %I', name);
end $$;
alter table pending_confirmations add constraint confirmed_by_staff check (
  (confirmed_at is null and confirmed_by is null)
  or (confirmed_at is not null and (confirmed_by is not null or (effective_at is not null and confirmed_at >= effective_at))));

create index pending_confirmations_effective on pending_confirmations (effective_at)
  where effective_at is not null and confirmed_at is null and rejected_at is null and expired_at is null;

-- Staff are few among all people.
create index people_staff on people (id) where rol <> 'STANDART_ROLE';
