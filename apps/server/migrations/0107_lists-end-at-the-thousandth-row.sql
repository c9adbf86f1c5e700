-- one by one: the index is built without keeping anybody from writing to the audit log meanwhile.

-- A list ends at its thousandth row, so pages far down need no prepared positions.
drop trigger if exists note_move on people;
drop trigger if exists note_move_on_change on people;
drop function if exists note_move();
drop table if exists people_marks, people_moves, audit_blocks;

-- A page of the audit log, of any period and of one action, is read from an index in its order. The index by blocks of the
-- table served periods only as long as they were near.
create index concurrently if not exists audit_events_latest on audit_events (at desc, id desc);
create index concurrently if not exists audit_events_action_latest on audit_events (action, at desc, id desc);
drop index concurrently if exists audit_events_action;
drop index concurrently if exists audit_events_at;
