-- one by one: the index is built without keeping anybody from writing to the audit log meanwhile.

-- The sign-ins of one account, accepted and rejected, latest first: its owner sees them in the list of accesses.
create index concurrently if not exists audit_events_sign_ins on audit_events (actor_id, at desc, id desc)
  where action = 'session.open';
