-- Staff open a person in the statement that reads the person.

-- Counts that a member of staff opens a person on a day. Returns 'opened', 'site' for a patient whom their sites do not see, or 'budget' if
-- the budget of the day is used up: the person is not counted then, so that the next try is rejected too. Accounts of staff are not counted.
create function open_person(opener int, opened_person int, site_ids int[], today date, budget int) returns text
language plpgsql as $$
begin
  if site_ids is not null and exists (select from people where id = opened_person and rol = 'STANDART_ROLE')
      and not is_seen_at(opened_person, site_ids) then
    return 'site';
  end if;
  if exists (select from opened_people where day = today and staff_id = opener and person_id = opened_person)
      or not exists (select from people where id = opened_person and rol = 'STANDART_ROLE') then
    return 'opened';
  end if;
  -- Of two servers that open the same person, the second waits for the first, and then the person counts no more.
  insert into opened_people (day, staff_id, person_id) values (today, opener, opened_person) on conflict do nothing;
  if not found then
    return 'opened';
  end if;
  delete from opened_people where day < today - 1;
  delete from opened_people_days where day < today - 1;
  insert into opened_people_days as d (day, staff_id, opened) values (today, opener, 1)
    on conflict (day, staff_id) do update set opened = d.opened + 1 where d.opened < budget * (1 + d.reasons);
  if found then
    return 'opened';
  end if;
  delete from opened_people where day = today and staff_id = opener and person_id = opened_person;
  return 'budget';
end $$;

-- The requests of a patient, as those of the other matters.
create index document_requests_patient on document_requests (patient_id, created_at desc);
create index contacts_patient on contacts (patient_id, created_at desc);
