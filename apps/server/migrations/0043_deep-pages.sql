-- Where the pages far down the two longest lists begin, without walking there.

-- Every thousandth account of the list of staff, newest first, and how many come before it: all of them (status 0) and those
-- of a status. Made anew from time to time; what has changed since is in `people_moves`.
create table people_marks (
  status smallint not null,
  place int not null,
  date_creation timestamptz not null,
  id int not null,
  primary key (status, place)
);

-- Accounts that came into a status or left it since the marks were made. Rows are only added, so that nobody waits for anybody.
create table people_moves (
  status smallint not null,
  date_creation timestamptz not null,
  id int not null,
  change smallint not null check (change in (1, -1))
);

create function note_move() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into people_moves values (old.status, old.date_creation, old.id, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into people_moves values (new.status, new.date_creation, new.id, 1);
  end if;
  return null;
end $$;
create trigger note_move after insert or delete on people for each row execute function note_move();
create trigger note_move_on_change after update on people for each row
  when ((old.status, old.date_creation, old.id) is distinct from (new.status, new.date_creation, new.id))
  execute function note_move();

-- How many rows the audit trail has up to a number below which it gets no more, each ten thousand numbers: by action and
-- outcome, and over all of either ('').
create table audit_blocks (
  action text not null,
  outcome text not null,
  last_id bigint not null,
  rows_until bigint not null,
  primary key (action, outcome, last_id),
  unique (action, outcome, rows_until)
);

grant select, insert, update, delete on people_marks, people_moves, audit_blocks to portal_app;
