-- Whom a breach concerns, as far as the audit trail was looked through for it: looking through all of it again for each page takes
-- longer than a statement may.
create table breach_seen (
  breach_id int not null references breaches,
  -- As the trail has it. To ask each time whether there is such a person would cost more than to look.
  person_id int not null,
  primary key (breach_id, person_id)
);
alter table breaches add column seen_until bigint not null default 0;
grant select, insert, update, delete on breach_seen to portal_app;
