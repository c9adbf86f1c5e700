-- The death of a person. From `deceased_at`, when the portal learned of it, the account cannot be used, and nobody is reminded of,
-- invited to or notified of anything in the person's name.
alter table people add column deceased_at timestamptz;
-- The day of the death, where it is known.
alter table people add column deceased_on date;
alter table people add column deceased_source text check (deceased_source in ('staff', 'fhir', 'registry'));
alter table people add constraint people_deceased check (
  (deceased_at is null) = (deceased_source is null) and (deceased_at is not null or deceased_on is null));
create index people_deceased on people (id) where deceased_at is not null;

-- Whether an account can be used: enabled, not closed, not locked, and of a living person.
create or replace function is_open(account people) returns boolean language sql immutable parallel safe
  return account.status = 1 and account.deleted_at is null and account.locked_at is null and account.deceased_at is null;
