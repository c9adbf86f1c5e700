-- What waits to be sent is claimed in its order and put away when it is too late, however much waits.
drop index outbox_waiting;
create index outbox_waiting on outbox (next_attempt_at, id) where state in ('queued', 'sending');
create index outbox_late on outbox (not_after) where state in ('queued', 'sending') and not_after is not null;
create index outbox_stale on outbox (created_at) where state in ('queued', 'sending');

-- Every tenth person by what staff type: that a thousand have it is proven there at a tenth of the cost.
create index people_search_tenth on people using gin (search gin_trgm_ops) where id % 10 = 0;
