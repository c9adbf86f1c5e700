-- Whether a guardian may see the record of this person: the account is open, waits for the decision about an application while it was open, or
-- the clinic has a record of the person who has no account yet.
create or replace function has_open_record(account people) returns boolean language sql stable
  return is_open(account)
    or (account.without_account and account.status = 2 and account.deleted_at is null and account.locked_at is null
      and account.deceased_at is null)
    or (account.status = 3 and account.deleted_at is null and account.locked_at is null
      and account.deceased_at is null and exists (
        select from registration_applications a where a.person_id = account.id and a.previous_status = 1));
