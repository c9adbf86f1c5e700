-- Somebody who edits a professional is told of a change that came in between.
alter table professionals add column updated_at timestamptz not null default now();

-- Whether a room is free at a time that is opened besides the week.
create index slots_room on slots (office_id, room, starts_at) where modality = 'presencial';

-- Whoever waits has one offer at a time, also where two servers look at hours that were freed together.
delete from holds a using holds b where a.waiting_id = b.waiting_id and a.id > b.id;
create unique index holds_one_offer on holds (waiting_id) where waiting_id is not null;
