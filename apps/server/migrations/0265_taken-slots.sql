-- Whether a booked appointment overlaps the slot. A search reads only the slots that are not taken, and compares those with the
-- appointments again. So true has to be right, and false may be late: nothing waits for the lock of a slot to write it.
alter table slots add column taken boolean not null default false;
update slots s set taken = true from appointments a
where a.professional_id = s.professional_id and a.state = 'booked' and a.starts_at < s.ends_at and a.ends_at > s.starts_at
  and a.starts_at > s.starts_at - interval '24 hours';
create index slots_free on slots (professional_id, starts_at) where not taken;
drop index slots_service;
create index slots_service on slots (service_code, starts_at) where not taken;

-- Whoever has locked the slot either deletes it or writes false.
create function write_taken(who int, starts timestamptz, ends timestamptz, is_taken boolean) returns void language plpgsql as $$
begin
  update slots set taken = is_taken where id in (
    select s.id from slots s
    where s.professional_id = who and s.starts_at < ends and s.ends_at > starts and s.starts_at > starts - interval '24 hours'
      and s.taken <> is_taken
    for no key update skip locked);
end $$;
create function free_slots() returns trigger language plpgsql as $$
begin
  perform write_taken(old.professional_id, old.starts_at, old.ends_at, false);
  return null;
end $$;
create function take_slots() returns trigger language plpgsql as $$
begin
  perform write_taken(new.professional_id, new.starts_at, new.ends_at, true);
  return null;
end $$;
-- Triggers run by name: a moved appointment frees its old slots before it takes new ones.
create trigger slots_freed after delete or update of state, professional_id, starts_at, ends_at on appointments for each row
  when (old.state = 'booked' and old.professional_id is not null) execute function free_slots();
create trigger slots_taken after insert or update of state, professional_id, starts_at, ends_at on appointments for each row
  when (new.state = 'booked' and new.professional_id is not null) execute function take_slots();

-- A slot that is new or changed counts as free until it is compared with the appointments, which stay locked until the commit.
create or replace function refresh_slots(who int, first date, last date) returns int language plpgsql as $$
declare
  starts timestamptz := first::timestamp at time zone 'America/Santiago';
  ends timestamptz := (last + 1)::timestamp at time zone 'America/Santiago';
  changed int;
begin
  with planned as materialized (select * from planned_slots(who, first, last)),
  gone as (
    delete from slots s
    where (who is null or s.professional_id = who) and s.starts_at >= starts and s.starts_at < ends
      and not exists (select from planned p where p.professional_id = s.professional_id and p.starts_at = s.starts_at)
    returning 1
  ), kept as (
    insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
    select p.professional_id, p.office_id, p.service_code, p.starts_at, p.ends_at, p.modality, p.room from planned p
    on conflict (professional_id, starts_at) do update set office_id = excluded.office_id, taken = false,
      service_code = excluded.service_code, ends_at = excluded.ends_at, modality = excluded.modality, room = excluded.room
    where (slots.office_id, slots.service_code, slots.ends_at, slots.modality, slots.room)
      is distinct from (excluded.office_id, excluded.service_code, excluded.ends_at, excluded.modality, excluded.room)
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from kept) into changed;
  perform write_taken(a.professional_id, a.starts_at, a.ends_at, true) from (
    select b.professional_id, b.starts_at, b.ends_at from appointments b
    where (who is null or b.professional_id = who) and b.state = 'booked'
      and b.starts_at > starts - interval '24 hours' and b.starts_at < ends and exists (
        select from slots s where s.professional_id = b.professional_id and not s.taken and s.starts_at < b.ends_at
          and s.ends_at > b.starts_at and s.starts_at > b.starts_at - interval '24 hours')
    for share of b skip locked) a;
  update slots set taken = false where id in (
    select s.id from slots s
    where (who is null or s.professional_id = who) and s.starts_at >= starts and s.starts_at < ends and s.taken and not exists (
      select from appointments a where a.professional_id = s.professional_id and a.state = 'booked' and a.starts_at < s.ends_at
        and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours')
    for no key update skip locked);
  return changed;
end $$;
