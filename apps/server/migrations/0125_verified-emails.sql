-- Whether the mailbox of an account is proven: a link or a temporary password that went to that mailbox alone came back from it.

-- `email_verified_at`: when the present address was proven; null until then. Every statement that changes the address sets it too.
-- `recovery_held_until`: staff entered the present address. Until this instant no temporary password is sent to it.
-- `email_asked_at`: when the person last answered the yearly question whether the address is still theirs.
alter table people
  add column email_verified_at timestamptz,
  add column recovery_held_until timestamptz,
  add column email_asked_at timestamptz,
  add constraint people_verified_email check (email_verified_at is null or email is not null);

-- Whether an address is the verified one of a person. Mails with clinical content go to no other address.
create function is_verified_email(person people, address text) returns boolean language sql immutable parallel safe
  return person.email_verified_at is not null and lower(person.email) = lower(address);

-- Known to be proven at this migration: addresses that their owner confirmed by the link of a change, if no later registration and
-- no later edit by staff entered another one. All others are asked at the next sign-in.
update people p set email_verified_at = confirmed.at
from (
  select distinct on (patient_id) patient_id, action, at from audit_events
  where outcome = 'done' and patient_id is not null
    and (action in ('profile.email', 'registration.reopen') or (action = 'users.edit' and detail -> 'changed' @> '"email"'))
  order by patient_id, at desc, id desc
) confirmed
where confirmed.patient_id = p.id and confirmed.action = 'profile.email' and p.email is not null;
