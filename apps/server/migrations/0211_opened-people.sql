-- Staff open people one at a time, within a budget of each day that all servers count together.

-- Whom a member of staff opened on a day in Chile. Deleted after two days; the audit log keeps each read.
create table opened_people (
  day date not null,
  staff_id int not null references people,
  person_id int not null references people,
  primary key (day, staff_id, person_id)
);

-- How many people that were, and how often the member of staff gave a reason to open more.
create table opened_people_days (
  day date not null,
  staff_id int not null references people,
  opened int not null,
  reasons int not null default 0,
  primary key (day, staff_id)
);

grant select, insert, update, delete on opened_people, opened_people_days to portal_app;

-- Whether staff limited to these sites see a person: one with an appointment at one of them, or with none at any site. Null: every site.
create function is_seen_at(person_id int, site_ids int[]) returns boolean
language sql stable parallel safe
as $$
  select site_ids is null
    or not exists (select from appointments a where a.patient_id = person_id and a.state = 'booked')
    or exists (
      select from appointments a
      where a.patient_id = person_id and a.state = 'booked' and a.office_id = any(site_ids))
$$;

-- Staff also find people by their phone.
create index people_phone on people (phone) where phone is not null;
