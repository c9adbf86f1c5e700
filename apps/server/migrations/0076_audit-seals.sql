-- Evidence of tampering: entries of the audit log are sealed in blocks. The hash of a block covers its rows and the hash of
-- the block before, and is signed with a key that the database does not hold. The server adds blocks and changes none.
create table audit_seals (
  -- 1, 2, 3 … without gaps.
  number bigint primary key check (number > 0),
  -- The block covers every entry with a number after the block before, up to this one.
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  entries int not null check (entries > 0),
  -- For each entry 8 bytes: its number less `first_id`, and the first 4 bytes of its hash. They name the entry that is wrong.
  marks bytea not null,
  previous bytea not null,
  hash bytea not null,
  signature bytea not null,
  sealed_at timestamptz not null
);
grant select, insert on audit_seals to portal_app;
revoke update, delete, truncate on audit_seals from portal_app;

-- How far the sealed entries were sent to `AUDIT_STREAM`, one row for each destination.
create table audit_streams (
  destination text primary key,
  last_id bigint not null,
  sent_at timestamptz not null
);
grant select, insert, update on audit_streams to portal_app;
