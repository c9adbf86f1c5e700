-- The imported registry knows deaths. `death_reported`: the death of this row was recorded of the patient, so that a correction by staff stays.
alter table registry_people
  add column is_deceased boolean not null default false,
  add column deceased_on date check (deceased_on is null or is_deceased),
  add column death_reported boolean not null default false;
create index registry_people_deaths on registry_people (run) where is_deceased and not death_reported;
