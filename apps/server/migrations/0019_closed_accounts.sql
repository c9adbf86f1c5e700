-- Who closed their account is disabled too, so that lists by status count them where they belong.
update people set status = 2 where deleted_at is not null and status <> 2;
