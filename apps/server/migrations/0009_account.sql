-- From which device a session was opened: one that is taken over by the same device is no news to its owner.
alter table sessions add column device_hash bytea;
