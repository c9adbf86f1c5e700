-- When the person last confirmed that they are the one who uses the session. Null: not since they signed in, which counts too.
alter table sessions add column confirmed_at timestamptz;
