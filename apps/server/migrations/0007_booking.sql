-- What an hour can be for. Consultations, exam specialties and kinds of procedure share one space of codes, so that
-- calendars, hours and waiting lists speak of all of them alike; `wire_code` is how the calls spell it.
create table services (
  code int primary key,
  wire_code text not null unique,
  kind text not null check (kind in ('consultation', 'exam', 'procedure')),
  name text not null,
  -- What the law keeps from an adolescent's guardian.
  reserved_group text,
  adult boolean not null,
  paediatric boolean not null
);
insert into services (code, wire_code, kind, name, reserved_group, adult, paediatric)
  select code, code::text, 'consultation', name, reserved_group, adult, paediatric from specialties;

alter table schedules drop constraint schedules_specialty_code_fkey;
alter table schedules add foreign key (specialty_code) references services;
alter table professional_specialties drop constraint professional_specialties_specialty_code_fkey;
alter table professional_specialties add foreign key (specialty_code) references services;

-- Catalogues of exams and procedures -----------------------------------------------------------------------------------

create table exam_specialties (
  code text primary key,
  service_code int not null references services,
  name text not null,
  service text not null check (service in ('imagenologia', 'laboratorio', 'vacunatorio', 'banco_sangre')),
  types text[] not null,
  office_ids int[] not null,
  -- Offers what these offer, at its own site.
  same_exams_as text[] not null,
  position int not null
);
create table indications (
  -- `exam-rx`, `procedure-ecg`
  key text primary key,
  title text not null,
  html text not null
);
create table bookable_exams (
  id int primary key,
  specialty_code text not null references exam_specialties,
  part text check (part in ('cabeza', 'brazos', 'tronco', 'piernas')),
  text text not null,
  types text[] not null,
  encuesta_para_agendar text not null check (encuesta_para_agendar in ('SI', 'NO')),
  questionnaire text,
  way_to_schedule text not null check (way_to_schedule in ('presencial', 'callcenter', 'online')),
  contrast boolean not null,
  office_ids int[] not null,
  under_8_callcenter boolean not null,
  creatinine_70_plus boolean not null,
  indications_key text not null references indications,
  reserved_group text
);
create index bookable_exams_specialty on bookable_exams (specialty_code);
create table questionnaires (
  key text primary key,
  title text not null,
  intro text not null,
  applies_to text[] not null,
  questions jsonb not null,
  position int not null
);
create table procedure_categories (
  code text primary key,
  service_code int not null references services,
  name text not null,
  able_for_adults boolean not null,
  able_for_children boolean not null,
  office_ids int[] not null,
  position int not null
);
create table procedures (
  code text primary key,
  category_code text not null references procedure_categories,
  name text not null,
  able_for_adults boolean not null,
  able_for_children boolean not null,
  office_ids int[] not null,
  minutes int not null,
  sedation boolean not null,
  requires_order boolean not null,
  way_to_schedule text not null check (way_to_schedule in ('presencial', 'callcenter', 'online')),
  indications_key text not null references indications,
  position int not null
);
create index procedures_category on procedures (category_code);

-- Calendars -------------------------------------------------------------------------------------------------------------

-- Attends on holidays too, as the walk-in desks do.
alter table schedules add column on_holidays boolean not null default false;
create index schedules_service on schedules (specialty_code);

-- Nobody attends twice at once, and a room holds one of them.
create function minute_of(at time) returns int language sql immutable parallel safe
  return (extract(hour from at) * 60 + extract(minute from at))::int;
alter table schedules add constraint schedules_professional_once exclude using gist (
  professional_id with =, weekday with =, int4range(minute_of(starts), minute_of(ends)) with &&,
  daterange(valid_from, valid_to, '[]') with &&
);
alter table schedules add constraint schedules_room_once exclude using gist (
  office_id with =, room with =, weekday with =, int4range(minute_of(starts), minute_of(ends)) with &&,
  daterange(valid_from, valid_to, '[]') with &&
) where (modality = 'presencial');

-- Days on which nobody attends: those of the law as far as calendars reach, and those that staff added.
create table holidays (
  day date primary key,
  name text not null,
  source text not null check (source in ('law', 'staff')),
  added_by int references people,
  added_at timestamptz not null default now()
);

-- What deviates from the week: times that are blocked, and times that are opened besides.
create table schedule_exceptions (
  id int generated always as identity primary key,
  professional_id int not null references professionals,
  kind text not null check (kind in ('block', 'open')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null default '',
  -- Of opened times alone.
  office_id int references offices,
  specialty_code int references services,
  slot_minutes int check (slot_minutes between 5 and 240),
  room text,
  modality text check (modality in ('presencial', 'telemedicina')),
  created_by int references people,
  created_at timestamptz not null,
  check (starts_at < ends_at and ends_at - starts_at <= interval '400 days'),
  check (kind = 'block' or (office_id is not null and specialty_code is not null and slot_minutes is not null
    and room is not null and modality is not null and ends_at - starts_at <= interval '24 hours'))
);
create index schedule_exceptions_professional on schedule_exceptions (professional_id, ends_at);

-- The hours of all calendars as far ahead as they can be booked, free or not: what `planned_slots` says, kept ready.
create table slots (
  id int generated always as identity primary key,
  professional_id int not null references professionals,
  office_id int not null references offices,
  service_code int not null references services,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  room text not null,
  unique (professional_id, starts_at),
  check (starts_at < ends_at and ends_at - starts_at <= interval '24 hours')
);
create index slots_service on slots (service_code, starts_at);

-- The hours that calendars, exceptions and holidays make between two days of Santiago; of one professional or, given
-- null, of all. A local time that the clocks skip is no hour; one that comes twice is one.
create function planned_slots(who int, first date, last date) returns table (
  professional_id int, office_id int, service_code int, starts_at timestamptz, ends_at timestamptz, modality text, room text
) language sql stable as $$
  select distinct on (p.professional_id, p.starts_at)
    p.professional_id, p.office_id, p.service_code, p.starts_at, p.ends_at, p.modality, p.room
  from (
    select s.professional_id, s.office_id, s.specialty_code as service_code, at.starts_at,
      at.starts_at + make_interval(mins => s.slot_minutes) as ends_at, s.modality, s.room
    from schedules s
      join professionals one on one.id = s.professional_id and one.active
      cross join lateral generate_series(greatest(first, s.valid_from)::timestamp,
        least(last, coalesce(s.valid_to, last))::timestamp, interval '1 day') as d (day)
      cross join lateral generate_series(d.day + s.starts,
        d.day + s.ends - make_interval(mins => s.slot_minutes), make_interval(mins => s.slot_minutes)) as l (local)
      cross join lateral (select l.local at time zone 'America/Santiago' as starts_at) at
    where (who is null or s.professional_id = who) and extract(dow from d.day) = s.weekday
      and at.starts_at at time zone 'America/Santiago' = l.local
      and (s.on_holidays or not exists (select from holidays h where h.day = d.day::date))
    union all
    select e.professional_id, e.office_id, e.specialty_code, at.starts_at,
      at.starts_at + make_interval(mins => e.slot_minutes), e.modality, e.room
    from schedule_exceptions e
      join professionals one on one.id = e.professional_id and one.active
      cross join lateral generate_series(e.starts_at, e.ends_at - make_interval(mins => e.slot_minutes),
        make_interval(mins => e.slot_minutes)) as at (starts_at)
    where e.kind = 'open' and (who is null or e.professional_id = who)
      and at.starts_at >= first::timestamp at time zone 'America/Santiago'
      and at.starts_at < (last + 1)::timestamp at time zone 'America/Santiago'
  ) p
  where not exists (
    select from schedule_exceptions b
    where b.kind = 'block' and b.professional_id = p.professional_id
      and b.starts_at < p.ends_at and b.ends_at > p.starts_at
  )
  order by p.professional_id, p.starts_at
$$;

-- Brings `slots` to what is planned between two days and says how many rows changed; hours that stay keep their ids.
create function refresh_slots(who int, first date, last date) returns int language sql as $$
  with planned as materialized (select * from planned_slots(who, first, last)),
  gone as (
    delete from slots s
    where (who is null or s.professional_id = who)
      and s.starts_at >= first::timestamp at time zone 'America/Santiago'
      and s.starts_at < (last + 1)::timestamp at time zone 'America/Santiago'
      and not exists (select from planned p where p.professional_id = s.professional_id and p.starts_at = s.starts_at)
    returning 1
  ), kept as (
    insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
    select professional_id, office_id, service_code, starts_at, ends_at, modality, room from planned
    on conflict (professional_id, starts_at) do update set office_id = excluded.office_id,
      service_code = excluded.service_code, ends_at = excluded.ends_at, modality = excluded.modality, room = excluded.room
    where (slots.office_id, slots.service_code, slots.ends_at, slots.modality, slots.room)
      is distinct from (excluded.office_id, excluded.service_code, excluded.ends_at, excluded.modality, excluded.room)
    returning 1
  )
  select (select count(*) from gone)::int + (select count(*) from kept)::int
$$;

-- Hours that are taken ---------------------------------------------------------------------------------------------------

-- How often the hour was moved or cancelled, as calendar programs count it.
alter table appointments add column ical_sequence int not null default 0;
-- Booked by the scheduling service of the portal, not told by an archive.
alter table appointments add column scheduled boolean not null default false;
-- The exam (`exam:1063`) or the procedure (`procedure:P001`) that the hour is for.
alter table appointments add column service_item text;

-- One hour is never given to two people, whatever the servers do.
alter table appointments add constraint appointments_professional_once exclude using gist (
  professional_id with =, tstzrange(starts_at, ends_at) with &&
) where (state = 'booked' and professional_id is not null);
-- Nor does anybody book two hours for the same time.
alter table appointments add constraint appointments_patient_once exclude using gist (
  patient_id with =, tstzrange(starts_at, ends_at) with &&
) where (state = 'booked' and scheduled);
create index appointments_booked_by on appointments (booked_by, starts_at) where state = 'booked' and booked_by <> patient_id;
create index appointments_starts on appointments (starts_at) where state = 'booked' and scheduled;

-- An hour that somebody is about to book, or that was offered to who waits for one. A professional's time is held once.
create table holds (
  id int generated always as identity primary key,
  slot_id int not null references slots on delete cascade,
  professional_id int not null references professionals,
  during tstzrange not null,
  person_id int not null references people,
  kind text not null check (kind in ('hold', 'offer')),
  -- The patient of an offer.
  patient_id int references people,
  waiting_id int,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint holds_once exclude using gist (professional_id with =, during with &&)
);
create index holds_slot on holds (slot_id);
create index holds_person on holds (person_id);
create index holds_expiry on holds (expires_at);

-- What a booking with an `Idempotency-Key` was answered.
create table booking_keys (
  person_id int not null references people,
  key text not null,
  -- SHA-256 of what was asked.
  asked bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (person_id, key)
);
create index booking_keys_age on booking_keys (created_at);

-- Who waits for an hour to be freed, first come first served, and what was offered to them.
create table waiting_list (
  id int generated always as identity primary key,
  person_id int not null references people,
  patient_id int not null references people,
  service_code int not null references services,
  office_id int references offices,
  professional_id int references professionals,
  from_day date,
  to_day date,
  state text not null check (state in ('waiting', 'served', 'ended')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (from_day is null or to_day is null or from_day <= to_day)
);
create index waiting_list_service on waiting_list (service_code, created_at, id) where state = 'waiting';
create index waiting_list_person on waiting_list (person_id) where state = 'waiting';
create unique index waiting_list_once on waiting_list
  (patient_id, service_code, coalesce(office_id, 0), coalesce(professional_id, 0)) where state = 'waiting';
alter table holds add foreign key (waiting_id) references waiting_list;
create table waiting_offers (
  waiting_id int not null references waiting_list,
  professional_id int not null references professionals,
  starts_at timestamptz not null,
  offered_at timestamptz not null,
  -- Nobody is offered the same hour twice.
  primary key (waiting_id, professional_id, starts_at)
);
-- Times that were freed and have not been offered yet.
create table freed_hours (
  id int generated always as identity primary key,
  professional_id int not null references professionals,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  freed_at timestamptz not null
);

-- Reminders: one message for a person, a day of theirs and how many days before; and who wants none.
create table sent_reminders (
  person_id int not null references people,
  day date not null,
  days_before smallint not null,
  sent_at timestamptz not null,
  primary key (person_id, day, days_before)
);
create table reminders_off (
  person_id int primary key references people,
  since timestamptz not null
);

-- Robot checks that were used; they are forgotten once they would have run out anyway.
create table spent_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenges_expiry on spent_challenges (expires_at);

grant select, insert, update, delete on services, exam_specialties, indications, bookable_exams, questionnaires,
  procedure_categories, procedures, holidays, schedule_exceptions, slots, holds, booking_keys, waiting_list, waiting_offers,
  freed_hours, sent_reminders, reminders_off, spent_challenges to portal_app;
grant usage, select on all sequences in schema public to portal_app;
