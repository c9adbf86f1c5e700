-- The slots of past days and how many of them were booked. The calendars keep slots only for a week.
create table calendar_days (
  day date not null,
  office_id int not null references offices,
  service_code int not null references services,
  slots int not null,
  taken int not null,
  primary key (day, office_id, service_code),
  check (taken between 0 and slots)
);
-- Until when a decision about an account was promised; null for decisions from before this column.
alter table validation_decisions add column due_at timestamptz;
create index validation_decisions_decided on validation_decisions (decided_at);
grant select, insert, update, delete on calendar_days to portal_app;
