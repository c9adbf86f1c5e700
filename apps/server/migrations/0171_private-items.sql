-- «Solo yo»: a patient keeps a single exam or appointment from the people who see the record through the family.

-- `private_since` is the patient's mark. While it is set, `reserved_group` is `SOLO_YO`, so every reader that leaves reserved
-- items out leaves out this one too. `law_group` then has the group by which the law reserves the item, or null.
alter table exams add column private_since timestamptz, add column law_group text;
create index exams_private on exams (patient_id) where private_since is not null;
alter table appointments add column private_since timestamptz, add column law_group text;
-- The same mark on an item of an external archive, under the id that the archive gave it.
alter table archive_numbers add column private_since timestamptz;
create index archive_numbers_private on archive_numbers (patient_id) where private_since is not null;

-- Writers of `reserved_group` know only the group of the law. The mark outlasts what they write.
create function keep_private() returns trigger language plpgsql as $$
begin
  if new.private_since is null then
    new.reserved_group := case when new.reserved_group is distinct from 'SOLO_YO' then new.reserved_group else old.law_group end;
    new.law_group := null;
    return new;
  end if;
  if old.private_since is null or new.reserved_group is distinct from 'SOLO_YO' then
    new.law_group := new.reserved_group;
  end if;
  new.reserved_group := 'SOLO_YO';
  return new;
end $$;
create trigger keep_private before update of reserved_group, private_since on exams for each row
  when (old.private_since is not null or new.private_since is not null) execute function keep_private();
create trigger keep_private before update of reserved_group, private_since on appointments for each row
  when (old.private_since is not null or new.private_since is not null) execute function keep_private();

-- Whether a notification is about an exam or an appointment that the patient keeps private.
create function is_about_private(exam int, appointment int) returns boolean language plpgsql stable as $$
begin
  return (exam is not null and (
      exists (select from exams e where e.id = exam and e.private_since is not null)
      or exists (select from archive_numbers n where n.id = exam and n.private_since is not null)))
    or (appointment is not null and (
      exists (select from appointments a where a.id = appointment and a.private_since is not null)
      or exists (select from archive_numbers n where n.id = appointment and n.private_since is not null)));
end $$;
