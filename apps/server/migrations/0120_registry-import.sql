-- The registry of people is imported from a file. It holds the number of an identity card only as a keyed hash, and the two surnames
-- apart. `card_number` is left from older versions, whose rows had it in plain text: the job `identity.hash-cards` empties it.
-- Nothing reads the gender.
alter table registry_people
  add column card_hash text,
  alter column card_number drop not null,
  add column last_name text,
  add column second_name text,
  alter column birth_commune_id drop not null,
  alter column home_commune_id drop not null,
  alter column mother_name set default '',
  alter column father_name set default '',
  alter column marital_status set default '';

update registry_people set
  last_name = split_part(lastname, ' ', 1),
  second_name = ltrim(substr(lastname, length(split_part(lastname, ' ', 1)) + 1));

alter table registry_people
  drop column lastname,
  drop column gender_id,
  alter column last_name set not null,
  alter column second_name set not null;

-- Servers of older versions still read both surnames from one column.
alter table registry_people add column lastname text generated always as (rtrim(last_name || ' ' || second_name)) stored;

-- Wrong answers of the identity check are those of people of about the same age.
create index registry_people_birth on registry_people (date_birth, run);
