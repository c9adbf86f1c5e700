-- What the audit log records once a day, such as that a person saw the images of a study, of which a viewer asks for hundreds. `key` is a
-- hash of the entry. The audit log itself may be partitioned by time and can have no unique index for this. Rows of earlier days are
-- deleted with the next entry.
create table daily_audit_keys (
  day date not null,
  key bytea not null,
  primary key (day, key)
);
grant select, insert, delete on daily_audit_keys to portal_app;
