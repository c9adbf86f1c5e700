-- How the portal addresses a person on its pages and in its mails. Queries ask with `greeting_name(p)`.
create function greeting_name(person people) returns text language sql immutable parallel safe
  return person.first_name;
