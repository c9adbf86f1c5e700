-- Whether an account can be used: enabled and not closed. Queries ask with `is_open(p)`; the planner puts the condition in its place.
create function is_open(account people) returns boolean language sql immutable parallel safe
  return account.status = 1 and account.deleted_at is null;
