-- The name by which a person wants to be addressed («nombre social»); empty if they use their first names.
alter table people add column preferred_name text not null default '' check (char_length(preferred_name) <= 60);

create or replace function greeting_name(person people) returns text language sql immutable parallel safe
  return coalesce(nullif(person.preferred_name, ''), person.first_name);
