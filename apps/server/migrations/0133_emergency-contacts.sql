-- Whom the clinic calls in an emergency of a patient. Deleted when the account is closed.
create table emergency_contacts (
  person_id int primary key references people,
  name text not null check (char_length(name) between 1 and 120),
  relationship text not null check (char_length(relationship) between 1 and 60),
  phone text not null,
  updated_at timestamptz not null
);
grant select, insert, update, delete on emergency_contacts to portal_app;
