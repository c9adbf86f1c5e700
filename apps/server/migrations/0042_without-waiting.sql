-- one by one: what looks through large tables, without keeping anybody from writing to them meanwhile.

-- What waits to be sent is claimed in its order and put away when it is too late, however much waits.
create index concurrently if not exists outbox_due on outbox (next_attempt_at, id) where state in ('queued', 'sending');
drop index concurrently if exists outbox_waiting;
create index concurrently if not exists outbox_late on outbox (not_after)
  where state in ('queued', 'sending') and not_after is not null;
create index concurrently if not exists outbox_stale on outbox (created_at) where state in ('queued', 'sending');

-- Every tenth person by what staff type: that a thousand have it is proven there at a tenth of the cost.
create index concurrently if not exists people_search_tenth on people using gin (search gin_trgm_ops) where id % 10 = 0;

-- There was the same one already, by the name of audit_events_at.
drop index concurrently if exists audit_events_time;

-- Rows that are there are looked at afterwards, while others are written.
alter table notifications drop constraint if exists notifications_type_check,
  add constraint notifications_type_check
  check (type in ('family_group', 'exams_procedures', 'appointments', 'personal_data')) not valid;
alter table notifications validate constraint notifications_type_check;
