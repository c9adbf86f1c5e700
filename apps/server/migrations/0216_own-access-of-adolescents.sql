-- The account was opened for a child, before the age of reserve: whoever opened it may hold its password and its mailbox. At the age of reserve
-- its access ends, as that of an account opened for a minor ends at the age of an adult, until the adolescent proves who they are.
alter table people add column opened_as_child boolean not null default false;
-- Of the accounts of minors that exist, it is not known who holds them.
update people set opened_as_child = true where opened_as_minor;

-- Whether what opens an account was made at an age that its holder has outgrown. `adult` and `reserve` are the birth dates that separate the ages.
create function has_outgrown_access(account people, adult date, reserve date) returns boolean language sql immutable parallel safe
  return coalesce((account.opened_as_minor and account.date_birth <= adult)
    or (account.opened_as_child and account.date_birth <= reserve), false);

-- Whether a guardian may see the record of this person: the account is open, or waits for the decision about an application while it was open.
create function has_open_record(account people) returns boolean language sql stable
  return is_open(account) or (account.status = 3 and account.deleted_at is null and account.locked_at is null
    and account.deceased_at is null and exists (
      select from registration_applications a where a.person_id = account.id and a.previous_status = 1));

-- An address as its provider reads it: without a tag, and at Gmail without dots.
create function canonical_mailbox(address text) returns text language sql immutable strict parallel safe
  return (
    select case when domain in ('gmail.com', 'googlemail.com') then replace(mailbox, '.', '') || '@gmail.com' else mailbox || '@' || domain end
    from (
      select split_part(regexp_replace(plain, '@[^@]*$', ''), '+', 1) as mailbox, rtrim(regexp_replace(plain, '^.*@', ''), '.') as domain
      from (select lower(btrim(normalize(address, NFKC))) as plain) cleaned
    ) parts);

-- Whether a mailbox belongs to a guardian of this person, who reached the age of reserve: somebody who has or had them in the family group as a
-- guardian does, also without a proof or denied. A person who opened their account as an adult has no guardian.
create function is_guardian_mailbox(person people, mailbox text, adult date, reserve date) returns boolean language plpgsql stable as $$
begin
  if mailbox is null or person.date_birth is null or person.date_birth > reserve
    or (person.date_birth <= adult and not person.opened_as_minor) then
    return false;
  end if;
  return exists (
    select from family_links f join relationship_types t on t.id = f.relationship_type_id join people g on g.id = f.leader_id
    where f.member_id = person.id and (f.state <> 'ended' or f.approved_at is not null) and t.leader_is_guardian
      and canonical_mailbox(g.email) = canonical_mailbox(mailbox));
end $$;

create or replace function guardian_is_notified(guardian int, child int, is_reserved boolean, adult date, reserve date, at timestamptz)
returns boolean language plpgsql stable as $$
begin
  return exists (
    select from family_links f
      join relationship_types t on t.id = f.relationship_type_id
      join people m on m.id = f.member_id
      join people l on l.id = f.leader_id
    where f.leader_id = guardian and f.member_id = child and is_guardian_of(f, at)
      and t.leader_is_guardian
      and has_open_record(m) and m.date_birth > adult
      and (l.date_birth is null or l.date_birth <= adult)
      and (not is_reserved or m.date_birth > reserve));
end $$;
