-- The access of a proven guardian begins at `access_from`. Without it a proof opens nothing, so that no statement opens a record because it
-- forgot to announce the guardian. `announced_at`: the other guardians were notified, and the adolescent. `frozen_at`: one of them objected.
alter table family_links
  add column access_from timestamptz,
  add column announced_at timestamptz,
  add column frozen_at timestamptz,
  -- A member lets the group owner book by an act of their own.
  alter column may_book set default false;
update family_links set access_from = coalesce(approved_at, created_at) where guardian_proof is not null;
update family_links set may_book = false;

-- Minors for whom a protection measure is in force: nobody becomes their guardian in the portal from then on.
create table protected_minors (
  member_id int primary key references people,
  since timestamptz not null,
  set_by int not null references people
);
grant select, insert, update, delete on protected_minors to portal_app;

-- Whether a link opens the member's record to the group owner as guardian at this instant. The ages and accounts of both are judged apart.
create function is_guardian_of(link family_links, at timestamptz) returns boolean language sql stable
  return link.state = 'approved' and link.guardian_proof is not null and not link.guardian_denied
    and link.frozen_at is null and coalesce(link.access_from <= at, false)
    and not exists (select from protected_minors p where p.member_id = link.member_id and p.since < link.access_from);

-- Whether a guardian is notified at this instant of a child's record, and of what is reserved in it: as `family/patient-access` has it.
-- `adult` and `reserve` are the birth dates that separate the ages.
create function guardian_is_notified(guardian int, child int, is_reserved boolean, adult date, reserve date, at timestamptz)
returns boolean language plpgsql stable as $$
begin
  return exists (
    select from family_links f
      join relationship_types t on t.id = f.relationship_type_id
      join people m on m.id = f.member_id
      join people l on l.id = f.leader_id
    where f.leader_id = guardian and f.member_id = child and is_guardian_of(f, at)
      and t.leader_is_guardian
      and m.status = 1 and m.deleted_at is null and m.date_birth > adult
      and (l.date_birth is null or l.date_birth <= adult)
      and (not is_reserved or m.date_birth > reserve));
end $$;
drop function guardian_is_told(int, int, boolean, date, date);

-- A case about a guardian to whom somebody who guards the record objected.
alter table contacts drop constraint contacts_kind_check;
alter table contacts add constraint contacts_kind_check check (kind in ('unrecognized-use', 'guardian-objection'));
create or replace function subject_of_case(kind text) returns text language sql immutable parallel safe
  return case kind when 'unrecognized-use' then 'Uso de mi cuenta que no reconozco'
    when 'guardian-objection' then 'Representación que no corresponde' end;
