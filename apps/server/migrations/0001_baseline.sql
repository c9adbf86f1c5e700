-- The schema of version 1.0. Roles first: the server works as portal_app whatever it signed in as; what that role may do is decided here.
do $$
begin
  create role portal_app nologin;
exception when duplicate_object then null;
end $$;
do $$
begin
  execute format('grant portal_app to %I', current_user);
exception when others then null; -- already granted, or the superuser of the embedded database
end $$;

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Functions may name tables that are created below them.
set local check_function_bodies = off;

-- An address as its provider reads it: without a tag, and at Gmail without dots.
create function canonical_mailbox(address text) returns text language sql immutable strict parallel safe
  return (
    select case when domain in ('gmail.com', 'googlemail.com') then replace(mailbox, '.', '') || '@gmail.com' else mailbox || '@' || domain end
    from (
      select split_part(regexp_replace(plain, '@[^@]*$', ''), '+', 1) as mailbox, rtrim(regexp_replace(plain, '^.*@', ''), '.') as domain
      from (select lower(btrim(normalize(address, NFKC))) as plain) cleaned
    ) parts);

-- Returns the mobile number at which a person gets text messages; null if none is confirmed.
create function confirmed_phone(person int) returns text language sql stable
as $$
  select c.phone from notification_phones c join people p on p.id = c.person_id
  where c.person_id = person and c.confirmed_at is not null and p.phone = c.phone
$$;

create table nationalities (
  id int primary key,
  name text not null,
  iso2 text,
  iso_num text,
  "position" int not null,
  -- A passport is identified by the country that issued it and its number: two countries may issue one number.
  iso3 text,
  constraint nationalities_iso2_once unique (iso2)
);

-- Returns the two-letter code of a country, given by any code of ISO 3166-1; null for any other text.
create function country_code(code text) returns text language sql stable parallel safe
  return (select n.iso2 from nationalities n
    where upper(code) in (n.iso2, n.iso3) or ltrim(code, '0') = ltrim(n.iso_num, '0') limit 1);

-- Whether a delegate is notified at this instant of answers to the documents and quotes that they requested for the grantor: while the
-- access to requests lasts. Delegates get no other notification about the grantor.
create function delegate_is_notified(delegate int, grantor int, at timestamptz) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from delegations d join people g on g.id = d.grantor_id join people p on p.id = d.delegate_id
    where d.delegate_id = delegate and d.grantor_id = grantor and d.state = 'accepted' and d.expires_at > at
      and 'requests' = any(d.matters) and is_open(g) and is_open(p));
end $$;

-- A text as it is searched: without accents, case, dots, dashes and apostrophes. The dictionary is named, so that the
-- result depends on the text alone, as an index demands.
create function folded(spelled text) returns text
language sql immutable strict parallel safe
as $$ select translate(lower(public.unaccent('public.unaccent'::regdictionary, spelled)), '.-''’´`', '') $$;

create function free_slots() returns trigger language plpgsql as $$
begin
  perform write_taken(old.professional_id, old.starts_at, old.ends_at, false);
  return null;
end $$;

create table people (
  id int generated always as identity primary key,
  document_type_id smallint not null check (document_type_id in (1, 2)),
  document_number text not null,
  first_name text not null,
  last_name text not null,
  second_name text default '' not null,
  date_birth date,
  nationality_id int references nationalities,
  forecast_id int,
  gender_id int,
  email text,
  address text,
  phone text,
  commune_id int,
  image_store_id int,
  image_store_passport int,
  image_store_passport_patient int,
  -- The passport has been validated by staff.
  status_passport boolean default false not null,
  rol text not null check (rol in ('STANDART_ROLE', 'ADMIN_ROLE', 'SUPER_ADMIN_ROLE')),
  status smallint not null check (status in (1, 2, 3)),
  -- Opened while its holder was a minor: ends the day its holder comes of age.
  opened_as_minor boolean default false not null,
  password_hash text,
  date_creation timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deleted_at timestamptz,
  -- A new e-mail waits here until its own mailbox confirms it.
  email_pending text,
  -- Begins with a blank, so that every word has one before it.
  search text generated always as (folded((((((((((' ' || first_name) || ' ') || last_name) || ' ') || second_name) || ' ') || document_number) || ' ') || coalesce(email, '')))) stored not null,
  -- Since when an account waits for its validation; null while it does not.
  pending_since timestamptz,
  -- A system of the clinic sent this person, who has not registered: there is a record and no account.
  without_account boolean default false not null,
  -- Whether the names are those that the civil registry or the identity provider gave at registration. The patient cannot change them:
  -- a correction is a request.
  names_proven boolean default false not null,
  -- The name by which a person wants to be addressed («nombre social»); empty if they use their first names.
  preferred_name text default '' not null check (char_length(preferred_name) <= 60),
  -- `email_verified_at`: when the present address was proven; null until then. Every statement that changes the address sets it too.
  -- `recovery_held_until`: staff entered the present address. Until this instant no temporary password is sent to it.
  -- `email_asked_at`: when the person last answered the yearly question whether the address is still theirs.
  email_verified_at timestamptz,
  recovery_held_until timestamptz,
  email_asked_at timestamptz,
  -- `locked_at`: no sign-in, recovery or share is possible until staff unlock the account.
  -- `recovery_frozen_at`: the owner reported a use of the account that was not theirs. No temporary password is sent until staff
  -- have checked with the owner.
  locked_at timestamptz,
  recovery_frozen_at timestamptz,
  -- What an administrator may do, where a super administrator has chosen it. Null: everything that the role may do.
  permission_set text check (permission_set in ('front-desk', 'requests-desk', 'content-editor', 'privacy-officer')),
  -- The sites whose calendars and appointments an administrator sees and changes. Null: every site.
  site_ids int[] check (cardinality(site_ids) > 0),
  document_country text references nationalities (iso2),
  -- The death of a person. From `deceased_at`, when the portal learned of it, the account cannot be used, and nothing is sent in
  -- the person's name: no reminder, invitation or notification.
  deceased_at timestamptz,
  -- The day of the death, where it is known.
  deceased_on date,
  deceased_source text check (deceased_source in ('staff', 'fhir', 'registry')),
  -- When staff have to decide about an account that waits. Earlier applications were promised two business days.
  pending_due_at timestamptz,
  -- The account was opened for a child, before the age of reserve: the adult who opened it may hold its password and its mailbox. At the age of reserve
  -- its access ends, as that of an account opened for a minor ends at the age of an adult, until the adolescent proves who they are.
  opened_as_child boolean default false not null,
  constraint people_document_once unique nulls not distinct (document_type_id, document_number, document_country),
  constraint people_deceased check (((deceased_at is null) = (deceased_source is null)) and ((deceased_at is not null) or (deceased_on is null))),
  constraint people_document_country check ((document_country is null) or (document_type_id = 2)),
  constraint people_permissions_of_administrators check (((permission_set is null) and (site_ids is null)) or (rol = 'ADMIN_ROLE')),
  constraint people_verified_email check ((email_verified_at is null) or (email is not null))
);

-- How the portal addresses a person on its pages and in its mails. Queries ask with `greeting_name(p)`.
create function greeting_name(person people) returns text language sql immutable parallel safe
  return coalesce(nullif(person.preferred_name, ''), person.first_name);

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
      and has_open_record(m) and m.date_birth > adult
      and (l.date_birth is null or l.date_birth <= adult)
      and (not is_reserved or m.date_birth > reserve));
end $$;

-- Changes by staff that a second member of staff has to confirm («Por confirmar»).
create table pending_confirmations (
  id int generated always as identity primary key,
  -- What is changed. The domain of the change defines the kind, and what `payload` holds.
  kind text not null,
  -- The person whose account is changed.
  subject_id int not null references people,
  payload jsonb default '{}'::jsonb not null,
  requested_by int not null references people,
  requested_at timestamptz not null,
  confirmed_by int references people,
  confirmed_at timestamptz,
  -- A request is rejected by anybody who may confirm it, or withdrawn by its requester.
  rejected_by int references people,
  rejected_at timestamptz,
  -- `target`: the number of what is changed where a person can have several, such as the family link of a guardian.
  -- `changes`: the values before and after as people read them, which the second member of staff sees.
  -- `emails`: the addresses of the person when the change was requested. They are notified too, once it is made.
  target text default '' not null,
  changes jsonb default '[]'::jsonb not null,
  emails text[] default '{}'::text[] not null,
  rejection_reason text,
  expired_at timestamptz,
  -- When a change takes effect without a second member of staff, because the installation has none; null if it needs one.
  effective_at timestamptz,
  constraint confirmed_by_another check (confirmed_by <> requested_by),
  constraint confirmed_by_staff check (((confirmed_at is null) and (confirmed_by is null)) or ((confirmed_at is not null) and ((confirmed_by is not null) or ((effective_at is not null) and (confirmed_at >= effective_at))))),
  constraint decided_once check (num_nonnulls(confirmed_at, rejected_at, expired_at) <= 1),
  constraint not_by_the_subject check ((subject_id <> requested_by) and (subject_id <> confirmed_by)),
  constraint pending_confirmations_check1 check ((rejected_by is null) = (rejected_at is null)),
  constraint pending_confirmations_check2 check ((confirmed_at is null) or (rejected_at is null)),
  constraint rejected_with_reason check ((rejection_reason is not null) = coalesce((rejected_by <> requested_by), false))
);

-- What a change is about can end while the change waits: it is then dropped, because it cannot be made any more.
create function has_ended_object(change pending_confirmations) returns boolean language sql stable parallel safe
as $$
  select case change.kind
    when 'second-factor-reset' then
      not exists (select from second_factors f where f.person_id = change.subject_id and f.confirmed_at is not null)
    when 'application' then not exists (
      select from people p where p.id = change.subject_id and p.status = 3
        and date_trunc('milliseconds', p.pending_since) is not distinct from (change.payload ->> 'pending_since')::timestamptz)
    when 'account-opening' then exists (
      select from people p where p.id = change.subject_id and p.status = 1 and p.deleted_at is null and not p.without_account)
    when 'email-change' then not exists (
      select from people p where p.id = change.subject_id and p.email is not distinct from change.payload ->> 'before')
    when 'guardian' then not exists (
      select from family_links l where l.id = change.target::int and l.state = 'approved'
        and l.guardian_proof is not distinct from change.payload ->> 'proof'
        and l.guardian_denied = (change.payload ->> 'denied')::boolean)
    when 'family-acceptance' then
      not exists (select from family_requests r where r.id = change.target::int and r.request_status = 0)
    when 'protection-end' then not exists (select from protected_minors m where m.member_id = change.subject_id)
    when 'death' then exists (
      select from people p where p.id = change.subject_id
        and (p.deceased_at is not null) = (change.payload ->> 'deceased')::boolean
        and (p.deceased_on is not null or change.payload ->> 'on' is null))
    else false
  end
$$;

create function has_factor(person int) returns boolean stable language plpgsql as $$
begin
  return exists (select from second_factors where person_id = person and confirmed_at is not null);
end $$;

-- Whether an account can be used: enabled, not closed, not locked, and of a living person.
create function is_open(account people) returns boolean language sql immutable parallel safe
  return account.status = 1 and account.deleted_at is null and account.locked_at is null and account.deceased_at is null;

-- What a person who waits for validation applied for. It is written into the person only when staff approve it, so that a stranger cannot
-- change what the clinic knows of a patient. The row ends with the decision.
create table registration_applications (
  person_id int primary key references people,
  -- The person was not known before: the row of the person was created for the application.
  creates_person boolean not null,
  -- The status of the account before, which it gets back if the application is denied.
  previous_status smallint not null check (previous_status in (1, 2)),
  document_country text references nationalities (iso2),
  first_name text not null,
  last_name text not null,
  second_name text not null,
  preferred_name text not null,
  date_birth date not null,
  nationality_id int not null references nationalities,
  forecast_id int not null,
  gender_id int not null,
  email text not null,
  address text not null,
  phone text not null,
  commune_id int not null,
  password_hash text not null,
  image_store_id int,
  image_store_passport int,
  image_store_passport_patient int,
  -- The texts that were accepted: kind, version, text and channel of each.
  consents jsonb not null,
  ip text not null,
  applied_at timestamptz not null,
  -- The photo of the applicant, which staff compare with the photos of the identity card.
  image_store_selfie int,
  -- A short code that the applicant gives at the counter. Only its keyed hash is stored, and attempts are counted.
  code_hash bytea,
  code_expires_at timestamptz,
  code_attempts smallint default 0 not null,
  constraint registration_applications_code check ((code_hash is null) = (code_expires_at is null))
);

-- Whether a guardian may see the record of this person: the account is open, waits for the decision about an application while it was open, or
-- the clinic has a record of the person who has no account yet.
create function has_open_record(account people) returns boolean language sql stable
  return is_open(account)
    or (account.without_account and account.status = 2 and account.deleted_at is null and account.locked_at is null
      and account.deceased_at is null)
    or (account.status = 3 and account.deleted_at is null and account.locked_at is null
      and account.deceased_at is null and exists (
        select from registration_applications a where a.person_id = account.id and a.previous_status = 1));

-- Whether what opens an account was made at an age that its holder has outgrown. `adult` and `reserve` are the birth dates that separate the ages.
create function has_outgrown_access(account people, adult date, reserve date) returns boolean language sql immutable parallel safe
  return coalesce((account.opened_as_minor and account.date_birth <= adult)
    or (account.opened_as_child and account.date_birth <= reserve), false);

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

-- Whether a mailbox belongs to a guardian of this person, who reached the age of reserve: a person who has or had them in the family group as a
-- guardian does, also without a proof or after a denial. A person who opened their account as an adult has no guardian.
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

create table family_links (
  id int generated always as identity primary key,
  leader_id int not null references people,
  member_id int not null references people,
  -- What the member is to the leader.
  relationship_type_id int not null,
  state text not null check (state in ('pending', 'approved', 'ended')),
  -- How it is known that the leader is the member's guardian; null while it is not.
  guardian_proof text check (guardian_proof in ('registry', 'staff')),
  guardian_confirmed_by int references people,
  -- The adult member's switch for hours booked by the leader.
  may_book boolean default false not null,
  created_at timestamptz not null,
  approved_at timestamptz,
  ended_at timestamptz,
  -- Staff denied that the leader is the member's guardian: wins over every proof, and stays with the pair.
  guardian_denied boolean default false not null,
  -- The access of a proven guardian begins at `access_from`. Without it a proof opens nothing, so that no statement opens a record because it
  -- forgot to announce the guardian. `announced_at`: the other guardians were notified, and the adolescent. `frozen_at`: one of them objected.
  access_from timestamptz,
  announced_at timestamptz,
  frozen_at timestamptz,
  constraint family_links_check check (leader_id <> member_id),
  constraint family_links_check1 check (not (guardian_denied and (guardian_proof is not null)))
);

-- Minors for whom a protection measure is in force: no person becomes their guardian in the portal from then on.
create table protected_minors (
  member_id int primary key references people,
  since timestamptz not null,
  set_by int not null references people
);

-- Whether a link opens the member's record to the group owner as guardian at this instant. The ages and accounts of both are judged apart.
create function is_guardian_of(link family_links, at timestamptz) returns boolean language sql stable
  return link.state = 'approved' and link.guardian_proof is not null and not link.guardian_denied
    and link.frozen_at is null and coalesce(link.access_from <= at, false)
    and not exists (select from protected_minors p where p.member_id = link.member_id and p.since < link.access_from);

-- Whether staff limited to these sites see a person: one with an appointment at one of them, or with none at any site. Null: every site.
create function is_seen_at(person_id int, site_ids int[]) returns boolean
language sql stable parallel safe
as $$
  select site_ids is null
    or not exists (select from appointments a where a.patient_id = person_id and a.state = 'booked')
    or exists (
      select from appointments a
      where a.patient_id = person_id and a.state = 'booked' and a.office_id = any(site_ids))
$$;

-- Whether an address is the verified one of a person. Mails with clinical content go to no other address.
create function is_verified_email(person people, address text) returns boolean language sql immutable parallel safe
  return person.email_verified_at is not null and lower(person.email) = lower(address);

-- Whether a change still waits for its decision.
create function is_waiting(change pending_confirmations) returns boolean language sql immutable parallel safe
  return change.confirmed_at is null and change.rejected_at is null and change.expired_at is null;

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

-- Whether a text that all users have to accept was not accepted, or a consent was withdrawn and not given again. In PL/pgSQL: a function in
-- SQL would be planned again at every sign-in.
create function lacks_consent(person int) returns boolean stable language plpgsql as $$
begin
  return exists (
      select from legal_asked q where not exists (
        select from consents c where c.person_id = person and c.kind = q.kind and c.withdrawn_at is null
          and c.given_at >= q.since))
    or exists (
      select from consents w where w.person_id = person and w.withdrawn_at is not null and w.kind in ('terms', 'privacy')
        and not exists (
          select from consents c where c.person_id = person and c.kind = w.kind and c.withdrawn_at is null));
end $$;

-- Who opens a session and who changes what it is marked with take turns: the one that comes second sees the other's.
create function mark_opened_session() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('legal_asked'));
  perform from people where id = new.person_id for share;
  new.lacks_consent := lacks_consent(new.person_id);
  new.has_factor := new.passkey_verified or has_factor(new.person_id);
  return new;
end $$;

create function mark_sessions_of_person() returns trigger language plpgsql as $$
declare
  person int := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  perform from people where id = person for no key update;
  update sessions set lacks_consent = lacks_consent(person), has_factor = passkey_verified or has_factor(person)
    where person_id = person and ended_at is null;
  return null;
end $$;

create function mark_sessions_on_asking() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('legal_asked'));
  update sessions set lacks_consent = lacks_consent(person_id)
    where ended_at is null and expires_at > new.since;
  return null;
end $$;

-- Returns the minute of the day, by which the constraints of calendars compare times.
create function minute_of(at time) returns int language sql immutable parallel safe
  return (extract(hour from at) * 60 + extract(minute from at))::int;

-- While a person may decide a request about their family group: who applies, and the link it is about.
create function open_family_request(request int, member int)
returns int[] language plpgsql stable as $$
begin
  return (
    select array[r.applicant_id, r.family_id] from family_requests r join family_links f on f.id = r.family_id
    where r.id = request and r.request_status = 0 and f.state = 'pending' and f.member_id = member);
end $$;

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

-- The hours that calendars, exceptions and holidays make between two days of Santiago; of one professional or, given
-- null, of all. A local time that the clocks skip is no hour; one that comes twice is one.
create function planned_slots(who int, first date, last date) returns table (
  professional_id int, office_id int, service_code int, starts_at timestamptz, ends_at timestamptz, modality text, room text
) language sql stable as $$
  select distinct on (p.professional_id, p.starts_at)
    p.professional_id, p.office_id, p.service_code, p.starts_at, p.ends_at, p.modality, p.room
  from (
    select s.professional_id, s.office_id, s.specialty_code as service_code, at.starts_at,
      at.starts_at + make_interval(mins => s.slot_minutes) as ends_at, s.modality, s.room
    from schedules s
      join professionals one on one.id = s.professional_id and one.active
      cross join lateral generate_series(greatest(first, s.valid_from)::timestamp,
        least(last, coalesce(s.valid_to, last))::timestamp, interval '1 day') as d (day)
      cross join lateral generate_series(d.day + s.starts,
        d.day + s.ends - make_interval(mins => s.slot_minutes), make_interval(mins => s.slot_minutes)) as l (local)
      cross join lateral (select l.local at time zone 'America/Santiago' as starts_at) at
    where (who is null or s.professional_id = who) and extract(dow from d.day) = s.weekday
      and at.starts_at at time zone 'America/Santiago' = l.local
      and (s.on_holidays or not exists (select from holidays h where h.day = d.day::date))
    union all
    select e.professional_id, e.office_id, e.specialty_code, at.starts_at,
      at.starts_at + make_interval(mins => e.slot_minutes), e.modality, e.room
    from schedule_exceptions e
      join professionals one on one.id = e.professional_id and one.active
      cross join lateral generate_series(e.starts_at, e.ends_at - make_interval(mins => e.slot_minutes),
        make_interval(mins => e.slot_minutes)) as at (starts_at)
    where e.kind = 'open' and (who is null or e.professional_id = who)
      and at.starts_at >= first::timestamp at time zone 'America/Santiago'
      and at.starts_at < (last + 1)::timestamp at time zone 'America/Santiago'
  ) p
  where not exists (
    select from schedule_exceptions b
    where b.kind = 'block' and b.professional_id = p.professional_id
      and b.starts_at < p.ends_at and b.ends_at > p.starts_at
  )
  order by p.professional_id, p.starts_at
$$;

-- A slot that is new or changed counts as free until it is compared with the appointments, which stay locked until the commit.
create function refresh_slots(who int, first date, last date) returns int language plpgsql as $$
declare
  starts timestamptz := first::timestamp at time zone 'America/Santiago';
  ends timestamptz := (last + 1)::timestamp at time zone 'America/Santiago';
  changed int;
begin
  with planned as materialized (select * from planned_slots(who, first, last)),
  gone as (
    delete from slots s
    where (who is null or s.professional_id = who) and s.starts_at >= starts and s.starts_at < ends
      and not exists (select from planned p where p.professional_id = s.professional_id and p.starts_at = s.starts_at)
    returning 1
  ), kept as (
    insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
    select p.professional_id, p.office_id, p.service_code, p.starts_at, p.ends_at, p.modality, p.room from planned p
    on conflict (professional_id, starts_at) do update set office_id = excluded.office_id, taken = false,
      service_code = excluded.service_code, ends_at = excluded.ends_at, modality = excluded.modality, room = excluded.room
    where (slots.office_id, slots.service_code, slots.ends_at, slots.modality, slots.room)
      is distinct from (excluded.office_id, excluded.service_code, excluded.ends_at, excluded.modality, excluded.room)
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from kept) into changed;
  perform write_taken(a.professional_id, a.starts_at, a.ends_at, true) from (
    select b.professional_id, b.starts_at, b.ends_at from appointments b
    where (who is null or b.professional_id = who) and b.state = 'booked'
      and b.starts_at > starts - interval '24 hours' and b.starts_at < ends and exists (
        select from slots s where s.professional_id = b.professional_id and not s.taken and s.starts_at < b.ends_at
          and s.ends_at > b.starts_at and s.starts_at > b.starts_at - interval '24 hours')
    for share of b skip locked) a;
  update slots set taken = false where id in (
    select s.id from slots s
    where (who is null or s.professional_id = who) and s.starts_at >= starts and s.starts_at < ends and s.taken and not exists (
      select from appointments a where a.professional_id = s.professional_id and a.state = 'booked' and a.starts_at < s.ends_at
        and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours')
    for no key update skip locked);
  return changed;
end $$;

-- Says no from within a statement, by the name of what forbids it, as a constraint would: a transaction whose statements
-- all travel together is given up by it.
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = reason, message = reason;
end $$;

create function subject_of_case(kind text) returns text language sql immutable parallel safe
  return case kind when 'unrecognized-use' then 'Uso de mi cuenta que no reconozco'
    when 'guardian-objection' then 'Representación que no corresponde' end;

create function take_slots() returns trigger language plpgsql as $$
begin
  perform write_taken(new.professional_id, new.starts_at, new.ends_at, true);
  return null;
end $$;

-- Sets whether slots are taken. Locked slots are skipped: the transaction that locks one deletes it or writes false.
create function write_taken(who int, starts timestamptz, ends timestamptz, is_taken boolean) returns void language plpgsql as $$
begin
  update slots set taken = is_taken where id in (
    select s.id from slots s
    where s.professional_id = who and s.starts_at < ends and s.ends_at > starts and s.starts_at > starts - interval '24 hours'
      and s.taken <> is_taken
    for no key update skip locked);
end $$;

-- Links in mails with which the owner of an account reports a use or locks the account, without signing in. Each works once.
create table account_links (
  token_hash bytea primary key,
  person_id int not null references people,
  purpose text not null check (purpose in ('report', 'lock')),
  -- The use that the mail was about, as the case for staff describes it. Empty for a link that locks.
  about text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table ads (
  id int generated always as identity primary key,
  image text not null,
  url text not null,
  from_age int not null,
  to_age int not null,
  gender_id int not null,
  order_advertising int not null,
  status boolean not null,
  updated_at timestamptz default now() not null,
  -- The words of an announcement, for people who do not see its picture.
  title text default '' not null,
  -- When patients see a publication, while it is enabled; null: since it exists, and without an end.
  shown_from timestamptz,
  shown_until timestamptz,
  constraint ads_check check (from_age <= to_age),
  constraint ads_period check (shown_from < shown_until)
);

create table alert_colors (
  id int primary key,
  color text not null,
  primary_code text not null,
  secundary_code text not null
);

create table alerts (
  id int generated always as identity primary key,
  name text not null,
  text text not null,
  color_id int not null references alert_colors,
  status_id smallint not null check (status_id in (1, 2)),
  updated_at timestamptz default now() not null
);

-- The link to the page on which the applicant follows an application. The application ends with the decision; the link stays, so that
-- the page can show the decision.
create table application_links (
  key_hash bytea primary key,
  person_id int not null references people,
  -- Identifies the application among those of the person.
  applied_at timestamptz not null,
  due_at timestamptz not null
);

-- Appointments that the clinic's own system cancelled or moved, each announced once.
create table appointment_changes (
  id int generated always as identity primary key,
  patient_id int not null references people,
  kind text not null check (kind in ('cancelled', 'moved')),
  old_starts_at timestamptz not null,
  starts_at timestamptz not null,
  doctor_name text not null,
  place text not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  reserved_group text,
  changed_at timestamptz not null,
  announced_at timestamptz
);

-- The medical order that a patient attached to an appointment. An appointment has at most one: a new file takes the place of the earlier
-- one. Deleted when the patient's account is closed.
create table appointment_orders (
  appointment_id int primary key,
  file_id int not null unique,
  attached_by int not null references people,
  attached_at timestamptz not null
);

create table appointments (
  id int generated always as identity primary key,
  patient_id int not null references people,
  professional_id int,
  rut_professional text not null,
  doctor_name text not null,
  specialty_code int not null,
  specialty text not null,
  sub_context text not null,
  office_id int not null,
  place_care text not null,
  place_detail text not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What the law keeps from an adolescent's guardian; null where nothing does.
  reserved_group text,
  state text not null check (state in ('booked', 'cancelled')),
  cancelled_at timestamptz,
  booked_by int references people,
  created_at timestamptz not null,
  -- How often the hour was moved or cancelled, as calendar programs count it.
  ical_sequence int default 0 not null,
  -- Booked by the scheduling service of the portal, not received from an archive.
  scheduled boolean default false not null,
  -- The exam (`exam:1063`) or the procedure (`procedure:P001`) that the hour is for.
  service_item text,
  -- Hours that an outside scheduling service keeps: the record shows them, under the number they have there.
  outside_id int,
  -- Hours and waits of people who come through another portal: that portal tells them.
  told_elsewhere boolean default false not null,
  -- The answers with which the appointment was booked or last moved.
  exam_answers_id int,
  -- When the patient, or a person in charge of them, confirmed that the patient will attend. A move clears it.
  confirmed_at timestamptz,
  private_since timestamptz,
  law_group text,
  -- Whether the patient attended, as the clinic's own system or staff recorded it; null if that is not known. `attendance_by` is the member
  -- of staff, and null if another system sent it.
  attendance text check (attendance in ('arrived', 'attended', 'missed')),
  attendance_at timestamptz,
  attendance_by int references people,
  constraint appointments_patient_once exclude using gist (patient_id with =, tstzrange(starts_at, ends_at) with &&) where (((state = 'booked') and scheduled)),
  constraint appointments_professional_once exclude using gist (professional_id with =, tstzrange(starts_at, ends_at) with &&) where (((state = 'booked') and (professional_id is not null))),
  constraint appointments_check check ((starts_at < ends_at) and ((ends_at - starts_at) <= '24:00:00'::interval)),
  constraint appointments_check1 check ((octet_length(rut_professional) <= 20) and (octet_length(doctor_name) <= 300) and (octet_length(specialty) <= 300) and (octet_length(sub_context) <= 300) and (octet_length(place_care) <= 300) and (octet_length(place_detail) <= 300)),
  constraint appointments_check2 check (((attendance is null) = (attendance_at is null)) and ((attendance is not null) or (attendance_by is null)))
);

-- Exams of an external archive that are announced to people, each once.
create table archive_arrivals (
  id int generated always as identity primary key,
  archive text not null,
  source text not null,
  patient_id int not null references people,
  type text not null check (type in ('laboratory', 'imaging')),
  reserved_group text,
  announced_at timestamptz,
  -- A corrected report of an outside archive is announced again, once for each of its corrections.
  version text default '' not null,
  is_correction boolean default false not null,
  announce_after timestamptz,
  constraint archive_arrivals_archive_source_version_key unique (archive, source, version)
);

-- When the archive was last asked for a patient's appointments.
create table archive_checks (
  archive text not null,
  patient_id int not null references people,
  checked_at timestamptz not null,
  primary key (archive, patient_id)
);

-- Until when an archive elsewhere was asked for what is new, by that archive's own clock.
create table archive_marks (
  archive text primary key,
  seen_until timestamptz not null,
  -- What an archive changed before the portal first asked it is no news.
  begun_at timestamptz
);

-- A clinical archive elsewhere: the portal's numbers of what it keeps under names of its own. They begin where the numbers
-- of appointments and exams never come.
create table archive_numbers (
  id int generated always as identity (start with 1000000000) primary key,
  -- The base address of the server: another server's names are others.
  archive text not null,
  kind text not null check (kind in ('hour', 'exam')),
  source text not null,
  patient_id int not null references people,
  -- The server was asked to cancel the hour, and whether it did is not known yet; when it was given up here.
  asked_at timestamptz,
  cancelled_at timestamptz,
  -- The same mark on an item of an external archive, under the id that the archive gave it.
  private_since timestamptz,
  constraint archive_numbers_archive_kind_source_key unique (archive, kind, source)
);

-- Who did what to whose data, when and from where. Rows are never changed or deleted.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id int,
  -- STANDART_ROLE, ADMIN_ROLE, SUPER_ADMIN_ROLE, guardian, share, system or anonymous.
  actor_role text not null,
  action text not null,
  patient_id int,
  object text,
  outcome text default 'done' not null check (outcome in ('done', 'refused')),
  ip inet,
  request_id text,
  detail jsonb
);

-- Evidence of tampering: entries of the audit log are sealed in blocks. The hash of a block covers its rows and the hash of
-- the block before, and is signed with a key that the database does not hold. The server adds blocks and changes none.
create table audit_seals (
  -- 1, 2, 3 … without gaps.
  number bigint primary key check (number > 0),
  -- The block covers every entry with a number after the block before, up to this one.
  first_id bigint not null,
  last_id bigint not null,
  entries int not null check (entries > 0),
  -- For each entry 8 bytes: its number less `first_id`, and the first 4 bytes of its hash. They name the entry that is wrong.
  marks bytea not null,
  previous bytea not null,
  hash bytea not null,
  signature bytea not null,
  sealed_at timestamptz not null,
  constraint audit_seals_check check (last_id >= first_id)
);

-- How far the sealed entries were sent to `AUDIT_STREAM`, one row for each destination.
create table audit_streams (
  destination text primary key,
  last_id bigint not null,
  sent_at timestamptz not null
);

create table bookable_exams (
  id int primary key,
  specialty_code text not null,
  part text,
  text text not null,
  types text[] not null,
  encuesta_para_agendar text not null,
  questionnaire text,
  way_to_schedule text not null,
  contrast boolean not null,
  office_ids int[] not null,
  under_8_callcenter boolean not null,
  creatinine_70_plus boolean not null,
  indications_key text not null,
  reserved_group text,
  retired_at timestamptz,
  constraint bookable_exams_encuesta_para_agendar_check check (encuesta_para_agendar in ('SI', 'NO')),
  constraint bookable_exams_part_check check (part in ('cabeza', 'brazos', 'tronco', 'piernas')),
  constraint bookable_exams_way_to_schedule_check check (way_to_schedule in ('presencial', 'callcenter', 'online'))
);

-- What a booking with an `Idempotency-Key` was answered.
create table booking_keys (
  person_id int not null references people,
  key text not null,
  -- SHA-256 of what was asked.
  asked bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (person_id, key)
);

-- Whom the letters went to: fixed when they were sent, and each once.
create table breach_letters (
  breach_id int not null,
  person_id int not null references people,
  -- Mailboxes the letter went to: the person's, or those of a child's guardians. None: by post.
  mails smallint not null,
  primary key (breach_id, person_id)
);

-- Whom a breach concerns, as far as the audit trail was looked through for it: looking through all of it again for each page takes
-- longer than a statement may.
create table breach_seen (
  breach_id int not null,
  -- As the trail has it. To ask each time whether there is such a person would cost more than to look.
  person_id int not null,
  primary key (breach_id, person_id)
);

-- What came out that should not have: what the law wants written down, and by what the people concerned are found.
create table breaches (
  id int generated always as identity primary key,
  opened_by int not null references people,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  nature text not null check (char_length(nature) <= 2000),
  effects text not null check (char_length(effects) <= 2000),
  data_categories text not null check (char_length(data_categories) <= 1000),
  people_categories text not null check (char_length(people_categories) <= 1000),
  measures text not null check (char_length(measures) <= 2000),
  known_at timestamptz not null,
  agency_told_at timestamptz,
  -- The staff account, the address and the window in which the trail is searched; at least one of them.
  actor_id int references people,
  ip inet,
  seen_from timestamptz,
  seen_before timestamptz,
  letters_at timestamptz,
  letters_by int references people,
  seen_until bigint default 0 not null,
  constraint breaches_check check ((actor_id is not null) or (ip is not null) or ((seen_from is not null) and (seen_before is not null))),
  constraint breaches_check1 check ((letters_at is null) = (letters_by is null))
);

create table budget_requests (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  intervention_type_id int not null,
  forecast_id int,
  medico_tratante text default '' not null,
  fecha_estimada date not null,
  h_pabellon int,
  comentarios text default '' not null,
  autoriza_contacto boolean not null,
  order_file_id int,
  state text not null check (state in ('pendiente', 'respondida')),
  comentario_ejecutivo text,
  answered_at timestamptz,
  created_at timestamptz not null,
  answered_by int references people,
  due_at timestamptz not null
);

-- The slots of past days and how many of them were booked. The calendars keep slots only for a week.
create table calendar_days (
  day date not null,
  office_id int not null,
  service_code int not null,
  slots int not null,
  taken int not null,
  primary key (day, office_id, service_code),
  constraint calendar_days_check check ((taken >= 0) and (taken <= slots))
);

-- People whom the clinic has to call, because no notification of a change of their appointment could be sent.
create table calls_due (
  id int generated always as identity primary key,
  patient_id int not null references people,
  -- The appointment that changed; null if only an external system has it.
  appointment_id int references appointments,
  -- What the person has to know.
  text text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by int references people,
  -- What a person has to be called about, which decides who of the staff calls.
  topic text not null,
  -- The site of a request; null for every site. That of an appointment is in its row.
  site_id int,
  constraint calls_due_check check ((done_at is null) = (done_by is null)),
  constraint calls_due_topic_check check (topic in ('appointments', 'requests', 'privacy', 'identity'))
);

create table clinic_images (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  bytes bytea not null
);

-- The clinic package of this installation: each part with its draft, its published version and those that were replaced.
create table clinic_parts (
  id int generated always as identity primary key,
  part text not null,
  -- Not jsonb, which forgets the order of the fields: an export repeats it.
  content json not null,
  state text not null check (state in ('draft', 'published', 'replaced')),
  -- Null if a command or the start of the server wrote it.
  author int references people,
  note text not null,
  created_at timestamptz not null,
  published_at timestamptz,
  constraint clinic_parts_check check ((state = 'draft') = (published_at is null))
);

-- The people who were notified that a member comes of age, each once.
create table coming_of_age_notices (
  member_id int not null references people,
  told_id int not null references people,
  comes_of_age date not null,
  told_at timestamptz not null,
  -- Notices of every age step, and not only of the coming of age: each person is notified once of each step.
  step text default 'adult' not null check (step in ('reserve', 'consent', 'adult')),
  primary key (member_id, told_id, step)
);

create table communes (
  id int primary key,
  province_id int not null,
  region_id int not null,
  cut text not null unique,
  name text not null
);

-- The letter that answers a complaint. It is a draft until its author proposes it, and is sent when another person approves it.
create table complaint_letters (
  contact_id int primary key,
  text text not null check ((char_length(text) >= 1) and (char_length(text) <= 6000)),
  -- Who wrote the present text, and when.
  written_by int not null references people,
  written_at timestamptz not null,
  proposed_at timestamptz,
  approved_by int references people,
  approved_at timestamptz,
  constraint complaint_letters_check check ((approved_by is null) = (approved_at is null)),
  constraint complaint_letters_check1 check ((approved_at is null) or (proposed_at is not null)),
  constraint complaint_letters_two_people check (approved_by <> written_by)
);

-- Notes between staff about a complaint. The patient does not see them.
create table complaint_notes (
  id int generated always as identity primary key,
  contact_id int not null,
  author_id int not null references people,
  text text not null check ((char_length(text) >= 1) and (char_length(text) <= 2000)),
  created_at timestamptz not null
);

-- Which version of a text a person accepted, when and from where.
create table consents (
  id int generated always as identity primary key,
  person_id int not null references people,
  kind text not null,
  version text not null,
  -- SHA-256 of the text as it was shown.
  text_hash bytea not null,
  channel text not null,
  ip inet,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  -- Consents: for whom besides oneself, and how one was withdrawn.
  patient_id int references people,
  withdrawn_channel text,
  withdrawn_ip inet,
  constraint consents_withdrawn_whole check ((withdrawn_at is null) or (withdrawn_channel is not null))
);

create table contact_reasons (
  id int primary key,
  name text not null,
  retired_at timestamptz
);

create table contacts (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  reason_id int references contact_reasons,
  message text not null,
  exam_date date,
  exam_type text,
  exam_name text,
  branch text,
  state text not null check (state in ('pendiente', 'respondida')),
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null,
  answered_by int references people,
  -- A contact request of the imaging wizard is a contact for another desk: it has no reason, and brings what its own
  -- form asked (names, run, e-mail, phone, the questions with their answers).
  matter text default 'contact' not null check (matter in ('contact', 'imaging', 'complaints')),
  imaging jsonb,
  -- The appointment that an entry of the imaging inbox is about.
  appointment_id int references appointments,
  -- A case that the portal opens in the inbox of staff has a kind instead of a reason from the catalogue.
  kind text check (kind in ('unrecognized-use', 'guardian-objection')),
  due_at timestamptz not null,
  constraint contacts_of_their_matter check (((matter = 'imaging') = (imaging is not null)) and ((matter = 'imaging') = (num_nonnulls(reason_id, kind) = 0)) and (num_nonnulls(reason_id, kind) <= 1) and ((matter <> 'complaints') or (kind is null)))
);

-- What the audit log records once a day, such as that a person saw the images of a study, of which a viewer asks for hundreds. `key` is a
-- hash of the entry. The audit log itself may be partitioned by time and can have no unique index for this. Rows of earlier days are
-- deleted with the next entry.
create table daily_audit_keys (
  day date not null,
  key bytea not null,
  primary key (day, key)
);

-- What a person asks about their own data by law, with the day it has to be answered by.
create table data_requests (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  kind text not null check (kind in ('access', 'rectification', 'erasure', 'objection', 'portability', 'blocking', 'access_claim')),
  message text not null check (char_length(message) <= 2000),
  state text not null check (state in ('pendiente', 'respondida')),
  answer text,
  answered_at timestamptz,
  answered_by int references people,
  created_at timestamptz not null,
  -- The first moment at which it is late.
  due_at timestamptz not null,
  extended_at timestamptz,
  extended_by int references people,
  extension_reason text,
  -- The audit log may be partitioned, so nothing refers to it by a foreign key. Its rows are never deleted.
  audit_event_id bigint,
  claimed_person_id int references people,
  constraint data_requests_answered_by_another check ((answered_by <> claimed_person_id) and (extended_by <> claimed_person_id)),
  constraint data_requests_check check ((state = 'respondida') = ((answered_at is not null) and (answer is not null))),
  constraint data_requests_check1 check (((extended_at is null) = (extended_by is null)) and ((extended_at is null) or (extension_reason is not null))),
  constraint data_requests_check2 check ((extended_at is null) or (kind <> 'blocking')),
  constraint data_requests_claim_of_event check (((kind = 'access_claim') = (audit_event_id is not null)) and ((claimed_person_id is null) or (audit_event_id is not null)))
);

-- Access to matters of their own record that an adult (the grantor) gives to another adult (the delegate), with an end.
create table delegations (
  id int generated always as identity primary key,
  grantor_id int not null references people,
  -- The identity document to which the access was offered. Nothing says whether it has an account until the offer is accepted.
  document_type_id smallint not null check (document_type_id in (1, 2)),
  document_number text not null,
  document_country text references nationalities (iso2),
  -- The person who accepted.
  delegate_id int references people,
  matters text[] not null check ((cardinality(matters) > 0) and (matters <@ '{appointments,exams,requests}'::text[])),
  -- Whether the delegate may also book, move, confirm and cancel appointments.
  may_book boolean not null,
  -- How long the access lasts after it is accepted, and after each renewal.
  months smallint not null check ((months >= 1) and (months <= 12)),
  state text default 'offered' not null check (state in ('offered', 'accepted', 'ended')),
  created_at timestamptz not null,
  -- Until when the offer can be accepted.
  answer_until timestamptz not null,
  -- When the invited person declined. The grantor sees an offer without an answer, as if the document had no account.
  declined_at timestamptz,
  accepted_at timestamptz,
  expires_at timestamptz,
  -- When both people were notified that this access ends soon. A renewal clears it.
  end_announced_at timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in ('withdrawn', 'unanswered', 'grantor', 'delegate', 'expired', 'account')),
  constraint delegations_accepted check ((state <> 'accepted') or (num_nulls(delegate_id, accepted_at, expires_at) = 0)),
  constraint delegations_check check ((document_country is null) or (document_type_id = 2)),
  constraint delegations_check1 check (delegate_id <> grantor_id),
  constraint delegations_check2 check ((not may_book) or ('appointments' = any (matters))),
  constraint delegations_ended check ((state = 'ended') = (num_nulls(ended_at, ended_because) = 0))
);

create table document_kinds (
  id int primary key,
  name text not null,
  only_titular_or_rep boolean not null,
  retired_at timestamptz
);

create table document_requests (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  document_kind_id int not null references document_kinds,
  comment text default '' not null,
  state text not null check (state in ('pendiente', 'respondida')),
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null,
  answered_by int references people,
  -- When the clinic has to answer a request, as it was promised when the request arrived. Earlier requests were promised 48 hours.
  due_at timestamptz not null
);

create table intervention_types (
  id int primary key,
  nombre text not null,
  needs_operating_hours boolean not null,
  needs_forecast boolean not null,
  needs_order_file boolean not null,
  retired_at timestamptz
);

create table offices (
  id int primary key,
  office_id text not null,
  name text not null,
  address text not null,
  phone text not null,
  -- How to prepare, and the hours of fasting, as a booked appointment shows them.
  entry text default '' not null,
  retired_at timestamptz,
  constraint offices_office_id_once exclude using btree (office_id with =) where ((retired_at is null)) deferrable initially deferred
);

-- The state of a conversation that goes on after its first answer, that staff opened, or that has an assignee.
create table request_threads (
  request_kind text not null check (request_kind in ('document', 'budget', 'contact', 'privacy')),
  request_id int not null,
  assignee_id int references people,
  -- Until when the clinic answers what followed its first answer. The request has the moment of the first one.
  due_at timestamptz,
  closed_at timestamptz,
  -- The last message of the patient and of the clinic, and when staff last opened the conversation.
  asked_at timestamptz,
  replied_at timestamptz,
  staff_read_at timestamptz,
  primary key (request_kind, request_id)
);

-- Requests with the site that they are about. Only contact requests and those about an appointment have one.
create view desk_requests as
  select q.matter, q.id, q.requester_id, q.patient_id, q.subject, q.state, q.answer, q.answered_at, q.answered_by, q.created_at,
    coalesce(t.due_at, q.due_at) as due_at, q.site_id, q.kind, q.due_at as first_due_at, t.assignee_id, t.closed_at,
    coalesce(t.asked_at, q.created_at) as asked_at, coalesce(t.replied_at, q.answered_at) as replied_at, t.staff_read_at
  from (
    select 'documents' as matter, 'document' as kind, d.id, d.requester_id, d.patient_id, k.name as subject, d.state, d.answer,
      d.answered_at, d.answered_by, d.created_at, d.due_at, null::int as site_id
    from document_requests d join document_kinds k on k.id = d.document_kind_id
    union all
    select 'budgets', 'budget', b.id, b.requester_id, b.patient_id, i.nombre, b.state, b.comentario_ejecutivo, b.answered_at,
      b.answered_by, b.created_at, b.due_at, null
    from budget_requests b join intervention_types i on i.id = b.intervention_type_id
    union all
    select c.matter, 'contact', c.id, c.requester_id, c.patient_id, coalesce(subject_of_case(c.kind), r.name, c.exam_type, ''), c.state,
      c.answer, c.answered_at, c.answered_by, c.created_at, c.due_at,
      coalesce((select a.office_id from appointments a where a.id = c.appointment_id),
        (select o.id from offices o where o.office_id = c.branch and o.retired_at is null))
    from contacts c left join contact_reasons r on r.id = c.reason_id
    union all
    select 'privacy', 'privacy', q.id, q.requester_id, q.patient_id, q.kind, q.state, q.answer, q.answered_at, q.answered_by,
      q.created_at, q.due_at, null
    from data_requests q
  ) q left join request_threads t on t.request_kind = q.kind and t.request_id = q.id;

create table display_durations (
  id int primary key,
  category_id int not null,
  category_name text not null,
  name_exam text not null,
  day_withdrawal_portal text not null,
  day_withdrawal text not null,
  retired_at timestamptz
);

create table email_changes (
  id int generated always as identity primary key,
  person_id int not null references people,
  email text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Whom the clinic calls in an emergency of a patient. Deleted when the account is closed.
create table emergency_contacts (
  person_id int primary key references people,
  name text not null check ((char_length(name) >= 1) and (char_length(name) <= 120)),
  relationship text not null check ((char_length(relationship) >= 1) and (char_length(relationship) <= 60)),
  phone text not null,
  updated_at timestamptz not null
);

-- Answers to the questionnaire that an exam demands before it is booked. The questions are stored as they were worded, because
-- the catalogue may change later. Answers that no appointment was booked with are deleted when they are no longer valid.
create table exam_answers (
  id int generated always as identity primary key,
  patient_id int not null references people,
  answered_by int not null references people,
  exam_id int not null,
  questionnaire text not null,
  -- [{"question": …, "answer": "Sí" | "No"}]
  answers jsonb not null,
  -- No answer is yes.
  can_book boolean not null,
  answered_at timestamptz not null
);

-- Further documents of an exam, beside the one in `exams.file_id`.
create table exam_documents (
  file_id int primary key,
  exam_id int not null,
  source_id int not null unique
);

create table exam_relationship_types (
  id int primary key,
  name text not null
);

create table exam_results (
  exam_id int not null,
  "position" smallint not null,
  patient_id int not null,
  taken_at timestamptz not null,
  code text not null,
  name text not null,
  loinc text,
  value numeric,
  text text,
  unit text,
  ucum text,
  decimals smallint default 0 not null,
  low numeric,
  high numeric,
  reference_text text,
  reserved_group text,
  shown boolean default true not null,
  -- Results exactly as the laboratory reported them. The older columns stay what searches and histories use: `value` holds
  -- exact numbers alone. A row without `reported` was reported as its columns say: a number or words with one range.
  reported jsonb,
  -- What was reported before a correction, oldest first: {"name", "reported", "replaced_at"}.
  earlier jsonb default '[]'::jsonb not null,
  -- Which observation of a sender a result is; null for one that came another way. The exam that the source belongs to now
  -- may be another than the result's: a report that names a part of a panel takes over its source alone.
  source_id int,
  -- Where a result lies, by the rules of the viewer, so that a list of exams counts without reading each result. `none`: neither the
  -- laboratory's judgement nor a range decides. Null: stored before this column, which the list
  -- counts like `none`.
  level text,
  is_critical boolean default false not null,
  primary key (exam_id, "position"),
  constraint exam_results_level_check check (level in ('in', 'low', 'high', 'abnormal', 'none'))
);

-- The other exams that a link shows when all exams of one visit were shared; the first one is in `exam_shares`.
create table exam_share_exams (
  share_id int not null,
  -- Like `exam_shares.exam_id` it can be the number of an exam in an external archive.
  exam_id int not null,
  type text not null check (type in ('laboratory', 'imaging')),
  primary key (share_id, exam_id)
);

create table exam_share_openings (
  share_id int not null,
  number smallint not null check ((number >= 1) and (number <= 10)),
  opened_at timestamptz not null,
  primary key (share_id, number)
);

-- An exam that a person without an account may open with a link and a code. The exam itself is the archive's, which may be another system.
create table exam_shares (
  id int generated always as identity primary key,
  exam_id int not null,
  type text not null check (type in ('laboratory', 'imaging')),
  patient_id int not null references people,
  -- The patient, or the guardian who shared it.
  sharer_id int not null references people,
  recipient_email text not null check (octet_length(recipient_email) <= 254),
  relationship_type_id int not null references exam_relationship_types,
  comment text default '' not null check (char_length(comment) <= 500),
  -- SHA-256 of the token in the link; the code's hash needs the installation's secret too.
  token_hash bytea not null unique,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_codes smallint default 0 not null check ((wrong_codes >= 0) and (wrong_codes <= 10)),
  ended_at timestamptz,
  ended_because text check (ended_because in ('ended', 'codes', 'sight', 'closed')),
  constraint exam_shares_check check ((ended_at is null) = (ended_because is null))
);

create table exam_specialties (
  code text primary key,
  service_code int not null,
  name text not null,
  service text not null check (service in ('imagenologia', 'laboratorio', 'vacunatorio', 'banco_sangre')),
  types text[] not null,
  office_ids int[] not null,
  -- Offers what these offer, at its own site.
  same_exams_as text[] not null,
  "position" int not null,
  retired_at timestamptz
);

create table exams (
  id int generated always as identity primary key,
  attention_number text not null,
  patient_id int not null references people,
  type text not null check (type in ('laboratory', 'imaging')),
  panel_code text,
  type_exam text not null,
  doctor_solicite text not null,
  type_patient text not null,
  taken_at timestamptz not null,
  reserved_group text,
  -- Kinds that are never shown in the portal (blood group, Coombs …).
  shown boolean default true not null,
  file_id int,
  created_at timestamptz not null,
  -- When the people concerned were notified of the exam; null until then. The default marks exams that are stored without a notification.
  announced_at timestamptz default now(),
  -- The laboratory's number of the document, and the digest of its content: a document that is sent twice is stored once.
  source_number text unique,
  source_digest bytea,
  status text default 'final' not null check (status in ('preliminary', 'final', 'amended', 'corrected', 'appended')),
  -- The laboratory's or the radiologist's conclusion in words.
  conclusion text check (octet_length(conclusion) <= 20000),
  corrected_at timestamptz,
  -- The next announcement of this exam says that it was corrected, not that it is new.
  announce_correction boolean default false not null,
  -- When the report was made, as its document says: an older version never replaces a newer one.
  reported_at timestamptz,
  -- A document that holds a result which was found, after it was stored, to be of a kind that the portal never shows.
  document_withheld boolean default false not null,
  -- Which document of a sender `exams.file_id` is; null for one that the portal printed, and where it was stored before.
  file_source_id int,
  -- The number under which the image archive (PACS) stores the images of an exam: DICOM's accession number, 16 characters by the
  -- standard and longer in some systems. Null if the sender of the exam did not give it: the exam then has no images here.
  accession_number text check ((char_length(accession_number) >= 1) and (char_length(accession_number) <= 64)),
  -- When the system that sent a result released it. A result that the clinic holds until its release is visible from then on.
  released_at timestamptz,
  -- When to ask again whether a held result is visible, so that its patient is notified then; null: at once.
  announce_after timestamptz,
  -- `private_since` is the patient's mark. While it is set, `reserved_group` is `SOLO_YO`, so every reader that leaves reserved
  -- items out leaves out this one too. `law_group` then has the group by which the law reserves the item, or null.
  private_since timestamptz,
  law_group text,
  -- The text of a report in blocks, as `results/report/report-text.ts` of the contract describes them; null if the report has none. It was read from
  -- what the sender wrote: the document beside it is what was signed.
  report_text jsonb check ((jsonb_typeof(report_text) = 'array') and (octet_length((report_text)::text) <= 1000000)),
  -- How precisely the date of an exam is known. `taken_at` of a date without a time is noon of its first day in Chile.
  taken_precision text default 'time' not null check (taken_precision in ('year', 'month', 'day', 'time')),
  constraint exams_check check ((octet_length(attention_number) <= 255) and (octet_length(type_exam) <= 500) and (octet_length(doctor_solicite) <= 300) and (octet_length(type_patient) <= 300))
);

-- Copies of everything the portal holds of a person, on their way and until they are taken.
create table exports (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  -- What the law reserves to an adolescent was left out for their guardian.
  without_reserved boolean not null,
  state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
  attempts smallint default 0 not null,
  -- Goes up with every claim: only who holds the newest one may say what came of it.
  claim int default 0 not null,
  claimed_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  pdf_file_id int,
  bundle_file_id int,
  pdf_taken_at timestamptz,
  bundle_taken_at timestamptz,
  constraint exports_check check ((state = 'ready') = (expires_at is not null))
);

-- The link in an invitation's e-mail: its hash, and until when it opens the page.
create table family_invitations (
  request_id int primary key,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

create table family_requests (
  id int generated always as identity primary key,
  family_id int not null references family_links,
  applicant_id int not null references people,
  -- 0 pending, 1 approved, 2 rejected, 3 withdrawn or ended.
  request_status smallint default 0 not null check (request_status in (0, 1, 2, 3)),
  legal_text_id int,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by int references people,
  -- Why staff decided a request in place of the invited person, and which document they saw. Null for decisions of the invited person.
  decision_reason text,
  decision_evidence text,
  constraint family_requests_decision check ((decision_reason is null) = (decision_evidence is null))
);

create table favourites (
  id int generated always as identity primary key,
  person_id int not null references people,
  menu_id text not null,
  name text not null,
  "position" smallint not null,
  constraint favourites_person_id_menu_id_key unique (person_id, menu_id),
  constraint favourites_person_id_position_key unique (person_id, "position"),
  constraint favourites_position_check check (("position" >= 1) and ("position" <= 3))
);

-- The records that other systems sent, by their identifiers: one identifier is one record, from any account and however often it is sent.
create table fhir_sources (
  id int generated always as identity primary key,
  type text not null,
  system text not null,
  value text not null,
  account_id int not null,
  -- Empty only inside the transaction that makes it. An observation is a row of an exam: `target_id` is the exam's.
  patient_id int references people,
  target_id int,
  "position" smallint,
  -- The state of an appointment as it was sent last. Its patient may have cancelled it in the portal since.
  told_state text,
  digest bytea,
  version int default 0 not null,
  updated_at timestamptz not null,
  -- Elements of a report or result as their sender wrote them: identifiers, category, code and date.
  sent jsonb,
  constraint fhir_sources_type_system_value_key unique (type, system, value)
);

-- What lies in the file store under `key`; the bytes are written and synced before the row.
create table files (
  id int generated always as identity primary key,
  key text not null unique,
  purpose text not null,
  media_type text not null,
  bytes int not null,
  sha256 bytea not null,
  name text not null,
  created_at timestamptz default now() not null,
  -- Pictures of passports are encrypted; `encrypted` says under which key the bytes lie, null when in the clear.
  encrypted text,
  -- When a picture that was kept for one decision goes.
  delete_after timestamptz,
  -- What a malware scanner found in the files that people and other systems hand in.
  -- null: the portal made the file itself. unscanned: no scanner was configured when the file came. pending: not served yet.
  scan_state text default 'unscanned' check (scan_state in ('pending', 'clean', 'infected', 'unscanned')),
  scanned_at timestamptz,
  -- Until then another server scans the file, or the next attempt waits.
  scan_after timestamptz,
  scan_attempts int default 0 not null,
  -- The scanner's name of what it found, or why it could not judge the file.
  scan_detail text,
  -- The key under which the bytes in the file store are sealed, as far as the job that seals them has seen; null: not looked at yet.
  sealed_with text
);

create table forecasts (
  id int primary key,
  nombre text not null,
  status int not null,
  kind text not null,
  minsal_eis_code text,
  "position" int not null,
  -- A row that the clinic package no longer has is retired: it is offered nowhere, and past records still show it.
  retired_at timestamptz
);

-- Times that were freed and have not been offered yet.
create table freed_hours (
  id int generated always as identity primary key,
  professional_id int not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  freed_at timestamptz not null
);

create table genders (
  id int primary key,
  name text not null
);

-- A slot that a person is about to book, or that was offered to a person on the waiting list. A professional's time is held once.
create table holds (
  id int generated always as identity primary key,
  slot_id int not null,
  professional_id int not null,
  during tstzrange not null,
  person_id int not null references people,
  kind text not null check (kind in ('hold', 'offer')),
  -- The patient of an offer.
  patient_id int references people,
  waiting_id int,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint holds_once exclude using gist (professional_id with =, during with &&)
);

-- Days without care: those of the law as far as calendars reach, and those that staff added.
create table holidays (
  day date primary key,
  name text not null,
  source text not null check (source in ('law', 'staff')),
  added_by int references people,
  added_at timestamptz default now() not null
);

-- An identity check: begun for a run, ended with a code, and when passed named by a `solem` that one registration uses.
create table identity_checks (
  id int generated always as identity primary key,
  -- SHA-256 of the key in the window's address.
  key_hash bytea not null unique,
  provider text not null check (provider in ('embedded', 'oidc')),
  run text not null,
  state text not null check (state in ('asking', 'verified', 'failed', 'cancelled', 'expired', 'unknown')),
  -- What is being asked, with what is right, or what the provider must give back: known to the server alone.
  questions jsonb,
  answered int default 0 not null,
  wrong int default 0 not null,
  email text,
  cellphone text,
  -- What the provider itself says of the person, where it does.
  names text,
  lastname text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- SHA-256 of the solem; it lives until `solem_expires_at` and is used once.
  solem_hash bytea unique,
  solem_expires_at timestamptz,
  solem_used_at timestamptz
);

-- The downloads of studies that wait for their browser or run, on any server. A download has one of a few places, and a person has at most
-- one download. `ends_at` is moved on while a download runs, so that the place of a server that stopped becomes free.
create table image_downloads (
  place smallint primary key,
  id int generated always as identity unique,
  person_id int not null unique references people,
  study text not null,
  format text not null check (format in ('dicom', 'jpeg')),
  is_started boolean default false not null,
  ends_at timestamptz not null
);

create table image_instances (
  id int generated always as identity primary key,
  series_id int not null,
  instance text not null unique check ((instance ~ '^[0-9]+(\.[0-9]+)*$') and (char_length(instance) <= 64)),
  number int,
  frames int not null check ((frames >= 1) and (frames <= 100000)),
  -- The longer side in pixels.
  side int not null check ((side >= 1) and (side <= 65535)),
  file_id int not null unique references files
);

create table image_series (
  id int generated always as identity primary key,
  study_id int not null,
  series text not null unique check ((series ~ '^[0-9]+(\.[0-9]+)*$') and (char_length(series) <= 64)),
  number int,
  description text,
  modality text
);

-- The images of exams that the portal stores itself, in a clinic without an image archive (PACS). Identifiers are unique worldwide (DICOM's
-- UIDs), so the same image is stored once. A study is shown at the exams of its patient that have its accession number.
create table image_studies (
  id int generated always as identity primary key,
  study text not null unique check ((study ~ '^[0-9]+(\.[0-9]+)*$') and (char_length(study) <= 64)),
  patient_id int not null references people,
  accession_number text not null check ((char_length(accession_number) >= 1) and (char_length(accession_number) <= 64)),
  -- DICOM's date, such as 20261120.
  day text check (day ~ '^[0-9]{8}$'),
  description text,
  stored_at timestamptz not null
);

create table indications (
  -- `exam-rx`, `procedure-ecg`
  key text primary key,
  title text not null,
  html text not null,
  -- Whole hours before the exam without food, for adults; null where none are asked or children have hours of their own.
  fasting_hours smallint check ((fasting_hours >= 1) and (fasting_hours <= 48)),
  retired_at timestamptz
);

-- What this installation remembers of itself: the version of its catalogues, when the demonstration was filled.
create table installation (
  key text primary key,
  value jsonb not null
);

-- The browsers from which a person has signed in, so that a new one is reported by mail.
create table known_devices (
  person_id int not null references people,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (person_id, device_hash)
);

-- Appointments of exams whose result did not arrive on the expected day, and when the patient was notified of it.
create table late_results (
  appointment_id int primary key references appointments,
  notified_at timestamptz not null,
  -- Staff see the results that are late until they arrive. `arrived_at`: when the portal noticed that the result had arrived.
  arrived_at timestamptz
);

-- The version of each text that all users have to accept; without a row none is asked for again.
create table legal_asked (
  kind text primary key check (kind in ('terms', 'privacy')),
  version text not null,
  since timestamptz not null
);

create table legal_texts (
  id int primary key,
  kind text not null,
  version text not null,
  text text not null,
  valid_from date default '2026-01-01'::date not null,
  published_at timestamptz,
  published_by int references people,
  -- When a text came with the portal; of those that are there already it is known by its day.
  added_at timestamptz default now(),
  constraint legal_texts_kind_version_key unique (kind, version)
);

create sequence legal_texts_published start with 1000;

-- A legal text as it was read here, with the clinic's names and settings in it. A setting that changes what a text says makes
-- another wording with a version of its own; none is ever written over.
create table legal_wordings (
  id int generated always as identity primary key,
  text_id int not null references legal_texts,
  number int not null check (number > 0),
  kind text not null,
  version text not null,
  valid_from date not null,
  text text not null,
  -- By which a consent names what was agreed to.
  text_hash bytea not null,
  since timestamptz not null,
  constraint legal_wordings_kind_version_key unique (kind, version),
  constraint legal_wordings_text_id_number_key unique (text_id, number)
);

-- A sign-in with such a password that waits for the code from the mailbox.
create table mailed_codes (
  token_hash bytea primary key,
  person_id int not null references people,
  -- Hash of the temporary password that was used.
  temporary_key_hash text not null,
  -- Keyed hash of the code.
  code_hash bytea not null,
  tries smallint default 0 not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- The channels that a person chose for a topic. No row: the usual channels. `patient_id` is the person, or a child in their care.
create table notification_choices (
  person_id int not null references people,
  patient_id int not null references people,
  topic text not null check (topic in ('reminders', 'appointments', 'results', 'answers', 'family')),
  channels text[] not null check (channels <@ array['email', 'push', 'sms', 'whatsapp']),
  updated_at timestamptz not null,
  primary key (person_id, patient_id, topic)
);

-- The messages that a notification still sends to devices. One for each channel, so that two servers never send it twice.
create table notification_messages (
  id int generated always as identity primary key,
  notification_id int not null,
  person_id int not null references people,
  channel text not null check (channel in ('push', 'sms', 'whatsapp')),
  state text default 'waiting' not null check (state in ('waiting', 'sending', 'sent', 'dropped', 'failed')),
  due_at timestamptz not null,
  attempts int default 0 not null,
  -- Goes up with every claim: only the newest claim may store the outcome.
  claim int default 0 not null,
  claimed_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- The name under which the gateway knows the message. Push messages have none.
  reference uuid,
  -- When the message was counted towards the cost limits. It is counted once, however often it is sent again.
  counted_at timestamptz,
  -- Why the message was not delivered.
  failure text check (failure in ('limit', 'rejected', 'unreachable', 'reported')),
  delivered_at timestamptz,
  read_at timestamptz,
  -- Whether the message may make a device sound at any hour, also when it is sent again.
  is_urgent boolean default false not null,
  constraint notification_messages_notification_id_channel_key unique (notification_id, channel),
  constraint notification_messages_reference_check check ((channel = 'push') = (reference is null))
);

-- The mobile number that a person confirms for text messages. It counts only while it is the phone of the person's profile.
create table notification_phones (
  person_id int primary key references people,
  phone text not null,
  -- The keyed hash of the code that was sent to the number; null if no code can be typed.
  code_hash bytea,
  code_expires_at timestamptz,
  code_attempts int default 0 not null,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  constraint notification_phones_check check ((code_hash is null) = (code_expires_at is null)),
  constraint notification_phones_check1 check ((confirmed_at is null) or (code_hash is null))
);

-- How a person's channels are used. No row: all at once, with the usual quiet hours.
create table notification_settings (
  person_id int primary key references people,
  -- One channel after the other, in this order, while the notification is unread.
  in_turn boolean not null,
  channel_order text[] not null check (channel_order <@ array['email', 'push', 'sms', 'whatsapp']),
  -- Hours in America/Santiago in which no device is made to sound. Equal hours: none.
  quiet_from time not null,
  quiet_to time not null,
  updated_at timestamptz not null
);

create table notifications (
  id int generated always as identity primary key,
  person_id int not null references people,
  type text not null,
  text text not null check (octet_length(text) <= 600),
  request_family_group_id int references family_requests,
  read_at timestamptz,
  active boolean default true not null,
  created_at timestamptz not null,
  patient_id int references people,
  reserved_group text,
  -- Which exam a notification is about, so that it leads to that exam of that person. `exam_id` is null where the notification
  -- is about several exams, or about exams of an archive elsewhere, which have no number of ours yet.
  exam_type text,
  exam_id int,
  -- Which appointment a notification is about, so that it leads to that appointment. Null where it is about none, or about one
  -- that only the clinic's own system knows.
  id_appointment int,
  -- The topic by which a person chooses channels. Null in rows that are older than this column.
  topic text,
  -- The request whose answer the notification announces.
  matter text,
  request_id int,
  constraint notifications_exam_type_check check (exam_type in ('laboratory', 'imaging')),
  constraint notifications_request_check check ((matter is null) = (request_id is null)),
  constraint notifications_topic_check check (topic in ('reminders', 'appointments', 'results', 'answers', 'family')),
  constraint notifications_type_check check (type in ('family_group', 'exams_procedures', 'appointments', 'personal_data', 'requests'))
);

-- Whom a member of staff opened on a day in Chile. Deleted after two days; the audit log keeps each read.
create table opened_people (
  day date not null,
  staff_id int not null references people,
  person_id int not null references people,
  primary key (day, staff_id, person_id)
);

-- How many people that were, and how often the member of staff gave a reason to open more.
create table opened_people_days (
  day date not null,
  staff_id int not null references people,
  opened int not null,
  reasons int default 0 not null,
  primary key (day, staff_id)
);

-- When a person first opened a result, in the viewer or as a file. Until then the lists mark the result as new for that person.
-- The exam may be one of an external archive, so its number points to no table.
create table opened_results (
  person_id int not null references people,
  exam_id int not null,
  opened_at timestamptz not null,
  primary key (person_id, exam_id)
);

-- Messages on their way out; written in the transaction of what they tell of.
create table outbox (
  id int generated always as identity primary key,
  message_id text not null unique,
  template text not null,
  person_id int references people,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  state text default 'queued' not null check (state in ('queued', 'sending', 'sent', 'expired', 'parked', 'withdrawn')),
  -- Failures held against the message.
  attempts int default 0 not null,
  -- Goes up with every claim: only who holds the newest one may say what came of it.
  claim int default 0 not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  -- Not sent any more after this moment.
  not_after timestamptz,
  claimed_until timestamptz,
  sent_at timestamptz,
  last_error text,
  -- The page on which a recipient ends mails of this kind (List-Unsubscribe); erased with the bodies.
  unsubscribe_url text,
  -- The appointment whose calendar entry is attached to a mail. The entry is written when the mail leaves, so that it is never an
  -- earlier version than one that was sent before.
  appointment_id int,
  -- A mail that waits for its turn is sent only while its notification is unread.
  notification_id int references notifications on delete set null
);

-- The slots that the external scheduling service holds: for which patient, and the booking that it has not answered yet.
create table outside_holds (
  id int generated always as identity primary key,
  person_id int not null references people,
  as_person_id int not null references people,
  slot_id int not null,
  outside_hold_id int not null,
  expires_at timestamptz not null,
  asked jsonb,
  asked_at timestamptz,
  -- A move between in person and video has to be confirmed, also where an outside service keeps the calendars.
  modality text check (modality in ('presencial', 'telemedicina')),
  constraint outside_holds_person_id_slot_id_key unique (person_id, slot_id),
  constraint outside_holds_check check ((asked is null) = (asked_at is null))
);

-- The waiting list of the external scheduling service: its number of each entry, and the offer of which the person was notified.
create table outside_waits (
  id int generated always as identity primary key,
  person_id int not null references people,
  patient_id int not null references people,
  outside_id int not null unique,
  specialty text not null,
  specialty_name text not null,
  office_id text,
  rut_professional text,
  created_at timestamptz not null,
  asked_at timestamptz not null,
  told_hold_id int
);

-- A challenge is deleted by its first use, right or wrong.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'confirm')),
  -- The session that asked for the challenge; null for a sign-in.
  session_id int,
  expires_at timestamptz not null,
  constraint passkey_challenges_check check ((purpose = 'sign-in') = (session_id is null))
);

-- The random name under which an authenticator stores the passkeys of an account, and whether the person declined the offer to
-- create one.
create table passkey_owners (
  person_id int primary key references people,
  user_handle bytea not null unique,
  offer_declined_at timestamptz
);

create table passkeys (
  id int generated always as identity primary key,
  person_id int not null references people,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The authenticator's signature counter of the last use; 0 if the authenticator does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- A passkey is suspended when its owner reports a use of the account that was not theirs, and it was added about that time. It
  -- neither signs in nor confirms any more. The owner sees it and can only remove it.
  suspended_at timestamptz
);

-- When each periodic job is due. One of the servers claims it, and renews the claim while the job runs.
create table periodic_jobs (
  name text primary key,
  due_at timestamptz not null,
  -- Runs since the last one that ended well.
  attempts int default 0 not null,
  claim int default 0 not null,
  claimed_until timestamptz
);

create table prevention_articles (
  id int generated always as identity primary key,
  title text not null,
  description text not null,
  from_age int not null,
  to_age int not null,
  gender_id int not null,
  order_control int not null,
  status boolean not null,
  html text not null,
  updated_at timestamptz default now() not null,
  shown_from timestamptz,
  shown_until timestamptz,
  -- The day on which the clinic last reviewed the article.
  reviewed_on date,
  constraint prevention_articles_check check (from_age <= to_age),
  constraint prevention_articles_period check (shown_from < shown_until)
);

create table procedure_categories (
  code text primary key,
  service_code int not null,
  name text not null,
  able_for_adults boolean not null,
  able_for_children boolean not null,
  office_ids int[] not null,
  "position" int not null,
  retired_at timestamptz
);

create table procedures (
  code text primary key,
  category_code text not null references procedure_categories (code),
  name text not null,
  able_for_adults boolean not null,
  able_for_children boolean not null,
  office_ids int[] not null,
  minutes int not null,
  sedation boolean not null,
  requires_order boolean not null,
  way_to_schedule text not null check (way_to_schedule in ('presencial', 'callcenter', 'online')),
  indications_key text not null references indications (key),
  "position" int not null,
  retired_at timestamptz
);

create table professional_specialties (
  professional_id int not null,
  specialty_code int not null,
  primary key (professional_id, specialty_code)
);

create table professionals (
  id int generated always as identity primary key,
  rut text not null unique,
  name text not null,
  image_file_id int references files,
  active boolean default true not null,
  -- A person who edits a professional sees that it was changed meanwhile.
  updated_at timestamptz default now() not null,
  -- The photo of a professional is served at an address with this key. A new photo has a new key, so that browsers may store the old one.
  image_key text unique,
  constraint professionals_image_has_key check ((image_file_id is null) = (image_key is null))
);

create table provinces (
  id int primary key,
  region_id int not null,
  name text not null
);

-- What a super administrator has typed into an article or announcement and not saved yet: their own, one for each target.
create table publication_drafts (
  person_id int not null references people,
  kind text not null check (kind in ('article', 'ad')),
  -- The publication being edited, 0 for a new one.
  target int not null,
  data jsonb not null,
  updated_at timestamptz not null,
  primary key (person_id, kind, target)
);

-- Pictures uploaded for publications; the key in their address is random.
create table publication_images (
  id int generated always as identity primary key,
  key text not null unique,
  file_id int not null references files,
  created_by int not null references people,
  created_at timestamptz not null
);

-- The key pair that identifies this installation to push services (RFC 8292). The private key is sealed.
create table push_keys (
  id boolean default true primary key check (id),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null
);

-- A browser that gets push messages. It belongs to the person who last turned them on there.
create table push_subscriptions (
  id int generated always as identity primary key,
  person_id int not null references people,
  -- The last session of the person in this browser. Its sign-out ends the subscription.
  session_id int not null,
  endpoint text not null unique check (octet_length(endpoint) <= 2000),
  -- The browser's public key and its secret (RFC 8291), in base64url.
  p256dh text not null,
  auth text not null,
  -- The words by which the owner recognises the device.
  device text not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);

create table questionnaires (
  key text primary key,
  title text not null,
  intro text not null,
  applies_to text[] not null,
  questions jsonb not null,
  "position" int not null,
  retired_at timestamptz
);

-- Which answers of the clinic a person has read: the list of their requests showed them the answer.
create table read_answers (
  person_id int not null references people,
  -- As `request_kind` of `request_files`: imaging requests are stored among the contacts.
  kind text not null check (kind in ('document', 'budget', 'contact', 'privacy')),
  request_id int not null,
  read_at timestamptz not null,
  primary key (person_id, kind, request_id)
);

create table recovery_codes (
  person_id int not null references people,
  used_at timestamptz,
  id int generated always as identity primary key,
  password_hash text not null
);

create table regions (
  id int primary key,
  name text not null,
  "position" int not null
);

-- Drafts of registrations; their ids are random and known to one browser only.
create table registration_drafts (
  id text primary key,
  status text not null,
  document_type_id smallint not null,
  document_number text not null,
  email text not null,
  cellphone text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table registry_people (
  run text primary key,
  names text not null,
  date_birth date not null,
  mother_run text,
  mother_name text default '' not null,
  father_run text,
  father_name text default '' not null,
  marital_status text default '' not null,
  birth_commune_id int references communes,
  home_commune_id int references communes,
  -- The number of the identity card, as a keyed hash.
  card_hash text,
  last_name text not null,
  second_name text not null,
  lastname text generated always as (rtrim(((last_name || ' ') || second_name))) stored,
  -- The imported registry knows deaths. `death_reported`: the death of this row was recorded of the patient, so that a correction by staff stays.
  is_deceased boolean default false not null,
  deceased_on date,
  death_reported boolean default false not null,
  constraint registry_people_check check ((deceased_on is null) or is_deceased)
);

create table relationship_types (
  id int primary key,
  name text not null,
  "position" int not null,
  member_may_be_minor boolean not null,
  leader_is_guardian boolean not null,
  inverse text
);

create table reminders_off (
  person_id int primary key references people,
  since timestamptz not null
);

-- Files of a request: what the patient attached and what the desk answered with.
create table request_files (
  file_id int primary key references files,
  request_kind text not null check (request_kind in ('document', 'budget', 'contact', 'privacy')),
  request_id int not null,
  side text not null check (side in ('request', 'answer')),
  -- Files of a later message; null: files of the request or of its first answer.
  message_id int
);

-- The conversation about a request. The request itself has its text and the first answer; what is written besides is here.
create table request_messages (
  id int generated always as identity primary key,
  -- As `request_kind` of `request_files`.
  request_kind text not null,
  request_id int not null,
  -- `request`: of the patient, `answer`: of the clinic, `closing`: why the clinic closed the request, `note`: between staff, never sent.
  kind text not null,
  author_id int not null references people,
  text text not null check ((char_length(text) >= 1) and (char_length(text) <= 4000)),
  created_at timestamptz not null,
  constraint request_messages_kind_check check (kind in ('request', 'answer', 'closing', 'note')),
  constraint request_messages_request_kind_check check (request_kind in ('document', 'budget', 'contact', 'privacy'))
);

-- Appointments of exams whose result the patient chose to see with the physician. Without a row the result is shown when it arrives.
create table result_choices (
  appointment_id int primary key references appointments,
  -- The list in which the result appears.
  type text not null check (type in ('laboratory', 'imaging')),
  chosen_by int not null references people,
  chosen_at timestamptz not null
);

-- What deviates from the week: times that are blocked, and times that are opened besides.
create table schedule_exceptions (
  id int generated always as identity primary key,
  professional_id int not null references professionals,
  kind text not null check (kind in ('block', 'open')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text default '' not null,
  -- Of opened times alone.
  office_id int references offices,
  specialty_code int,
  slot_minutes int check ((slot_minutes >= 5) and (slot_minutes <= 240)),
  room text,
  modality text check (modality in ('presencial', 'telemedicina')),
  created_by int references people,
  created_at timestamptz not null,
  constraint schedule_exceptions_check check ((starts_at < ends_at) and ((ends_at - starts_at) <= '400 days'::interval)),
  constraint schedule_exceptions_check1 check ((kind = 'block') or ((office_id is not null) and (specialty_code is not null) and (slot_minutes is not null) and (room is not null) and (modality is not null) and ((ends_at - starts_at) <= '24:00:00'::interval)))
);

-- Weekly attention: `weekday` 0 is Sunday; times are local to Santiago.
create table schedules (
  id int generated always as identity primary key,
  professional_id int not null references professionals,
  office_id int not null references offices,
  specialty_code int not null,
  weekday smallint not null check ((weekday >= 0) and (weekday <= 6)),
  starts time not null,
  ends time not null,
  slot_minutes int not null check ((slot_minutes >= 5) and (slot_minutes <= 240)),
  room text not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  valid_from date not null,
  valid_to date,
  -- Attends on holidays too, as the walk-in desks do.
  on_holidays boolean default false not null,
  constraint schedules_professional_once exclude using gist (professional_id with =, weekday with =, int4range(minute_of(starts), minute_of(ends)) with &&, daterange(valid_from, valid_to, '[]') with &&),
  constraint schedules_room_once exclude using gist (office_id with =, room with =, weekday with =, int4range(minute_of(starts), minute_of(ends)) with &&, daterange(valid_from, valid_to, '[]') with &&) where ((modality = 'presencial')),
  constraint schedules_check check (starts < ends)
);

-- A member of staff gives the code to a person whose document they checked. An account has at most one code.
create table second_factor_reset_codes (
  person_id int primary key references people,
  -- A keyed hash: eight digits could be guessed from a plain one.
  code_hash bytea not null,
  created_by int not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How often a code was typed for this account.
  tries int default 0 not null,
  constraint second_factor_reset_codes_check check (person_id <> created_by)
);

-- Staff's second factor; the secret is encrypted, recovery codes are hashed and used once.
create table second_factors (
  person_id int primary key references people,
  -- Null until the first one is confirmed.
  secret bytea,
  confirmed_at timestamptz,
  -- A new one that counts once it is confirmed; until then the old one does.
  next_secret bytea,
  -- The last time step that was accepted: a code works once.
  last_step bigint default 0 not null,
  created_at timestamptz not null
);

-- Reminders: one message for a person, a day of theirs and how many days before; and who wants none.
create table sent_reminders (
  person_id int not null references people,
  day date not null,
  days_before smallint not null,
  sent_at timestamptz not null,
  primary key (person_id, day, days_before)
);

-- Other systems that hand over what they keep. Only the hash of a secret is known.
create table service_accounts (
  id int generated always as identity primary key,
  name text not null,
  scopes text[] not null,
  secret_hash bytea not null unique,
  created_by int not null references people,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by int references people,
  -- A secret may have an end, and an account may be limited to identifier systems and networks. Empty lists limit nothing.
  expires_at timestamptz,
  identifier_systems text[] default '{}'::text[] not null,
  networks cidr[] default '{}'::cidr[] not null
);

-- What an appointment can be for. Consultations, exam specialties and kinds of procedure share one space of codes, so that
-- calendars, appointments and waiting lists name all of them in one way; `wire_code` is the spelling of the wire.
create table services (
  code int primary key,
  wire_code text not null,
  kind text not null check (kind in ('consultation', 'exam', 'procedure')),
  name text not null,
  -- What the law keeps from an adolescent's guardian.
  reserved_group text,
  adult boolean not null,
  paediatric boolean not null,
  retired_at timestamptz,
  constraint services_wire_code_once exclude using btree (wire_code with =) where ((retired_at is null)) deferrable initially deferred
);

create table sessions (
  id int generated always as identity primary key,
  person_id int not null references people,
  -- SHA-256 of the token; the token itself is known to the browser alone.
  token_hash bytea not null unique,
  temporary_key boolean default false not null,
  idle_minutes int not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('signed-out', 'taken-over', 'password-changed', 'account-closed', 'account-locked', 'use-reported', 'second-factor-changed')),
  -- What a session was opened with, so that a change of a temporary password asks for it again.
  temporary_key_hash text,
  -- From which device a session was opened: one that is taken over by the same device is no news to its owner.
  device_hash bytea,
  lacks_consent boolean default false not null,
  has_factor boolean default false not null,
  -- When the person last confirmed that they are the one who uses the session. Null: not since they signed in, which counts too.
  confirmed_at timestamptz,
  -- A session in which the person proved a passkey needs no other second factor.
  passkey_verified boolean default false not null
);

create table sign_in_challenges (
  token_hash bytea primary key,
  person_id int not null references people,
  -- Hash of the temporary password the person signed in with, or null.
  temporary_key_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries int default 0 not null
);

-- The hours of all calendars as far ahead as they can be booked, free or not: what `planned_slots` says, kept ready.
create table slots (
  id int generated always as identity primary key,
  professional_id int not null references professionals,
  office_id int not null references offices,
  service_code int not null references services (code),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  room text not null,
  -- Whether a booked appointment overlaps the slot. A search reads only the slots that are not taken, and compares those with the
  -- appointments again. So true has to be right, and false may be late: nothing waits for the lock of a slot to write it.
  taken boolean default false not null,
  constraint slots_professional_id_starts_at_key unique (professional_id, starts_at),
  constraint slots_check check ((starts_at < ends_at) and ((ends_at - starts_at) <= '24:00:00'::interval))
);

create table specialties (
  code int primary key,
  name text not null,
  visit_minutes int not null,
  adult boolean not null,
  paediatric boolean not null,
  age_min int,
  age_max int,
  telemedicine boolean not null,
  reserved_group text,
  retired_at timestamptz
);

-- Robot checks that were used; they are forgotten once they would have run out anyway.
create table spent_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);

-- What patients say of the portal.
create table survey_answers (
  id int generated always as identity primary key,
  person_id int references people,
  suggestion text not null,
  comment text not null check (octet_length(comment) <= 8000),
  created_at timestamptz not null
);

-- A password that works once and only to choose another; the old one lives on until it is used.
create table temporary_keys (
  person_id int not null references people,
  hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The address that alone received the temporary password; null if staff typed the password. Until now staff's passwords were the
  -- only ones that lasted a day.
  mailed_to text,
  -- The first two bytes of the keyed hash of a mailed password: they name the one to verify, so that each attempt verifies only one.
  -- Null for a password that staff typed.
  tag bytea,
  primary key (person_id, hash)
);

-- How many text messages were sent in a period: by the installation in a day or a month, and to one person in a day.
create table text_message_counts (
  period text not null check (period in ('day', 'month', 'person_day')),
  starts_on date not null,
  -- Only for `person_day`.
  person_id int references people,
  count int not null,
  constraint text_message_counts_period_starts_on_person_id_key unique nulls not distinct (period, starts_on, person_id),
  constraint text_message_counts_check check ((period = 'person_day') = (person_id is not null))
);

-- The signatures of reports that were taken, so that a captured report is not taken again.
create table text_message_reports (
  signature bytea primary key,
  received_at timestamptz not null
);

-- Counted tries: one row a scope and subject; subjects are hashed.
create table tries (
  scope text not null,
  subject bytea not null,
  count int not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (scope, subject)
);

-- Keys that bytes may lie under before a row of `files` says so: what a crash leaves here is removed.
create table unfinished_files (
  key text primary key,
  created_at timestamptz not null
);

-- An assertion of a partner portal opens one visit: its `jti` is stored until the assertion is too old to be accepted anyway.
create table used_assertions (
  -- Public address of the partner that signed it.
  issuer text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (issuer, jti)
);

-- The decision about a passport, and the reason that the person was sent.
create table validation_decisions (
  id int generated always as identity primary key,
  person_id int not null references people,
  decided_by int not null references people,
  approved boolean not null,
  reason text default '' not null,
  decided_at timestamptz not null,
  -- Until when a decision about an account was promised; null if none was.
  due_at timestamptz
);

-- The certificates of attended appointments, with everything that each says. Of the code with which anyone verifies a certificate only the
-- hash is stored. Another archive has appointments with numbers of its own, so the appointment is no foreign key.
create table visit_certificates (
  id int generated always as identity primary key,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  patient_id int not null references people,
  appointment_id int not null,
  patient_name text not null,
  document_type_id int not null,
  document_number text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  -- The address is null for a place that is none of the portal's sites, and the name too if such a visit was by video.
  site_name text,
  site_address text,
  -- Both are null unless the patient chose to show them.
  doctor_name text,
  specialty text,
  issued_at timestamptz not null,
  constraint visit_certificates_check check (starts_at < ends_at),
  constraint visit_certificates_check1 check ((doctor_name is null) = (specialty is null))
);

-- The waiting list, in the order of its entries, and what was offered.
create table waiting_list (
  id int generated always as identity primary key,
  person_id int not null references people,
  patient_id int not null references people,
  service_code int not null references services (code),
  office_id int references offices,
  professional_id int references professionals,
  from_day date,
  to_day date,
  state text not null check (state in ('waiting', 'served', 'ended')),
  created_at timestamptz not null,
  ended_at timestamptz,
  told_elsewhere boolean default false not null,
  constraint waiting_list_check check ((from_day is null) or (to_day is null) or (from_day <= to_day))
);

create table waiting_offers (
  waiting_id int not null references waiting_list,
  professional_id int not null references professionals,
  starts_at timestamptz not null,
  offered_at timestamptz not null,
  primary key (waiting_id, professional_id, starts_at)
);

-- Upcoming appointments of an external archive as they were last seen there, so that a change made there is noticed.
create table watched_appointments (
  id int generated always as identity primary key,
  -- The base address of the archive, and the appointment's id there.
  archive text not null,
  source text not null,
  patient_id int not null references people,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  doctor_name text not null,
  place text not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  reserved boolean not null,
  -- The archive left it out of an answer that ought to hold it. Only a second look decides that it is gone.
  missing_since timestamptz,
  -- It was cancelled or is gone: nothing more is announced of it.
  ended_at timestamptz,
  constraint watched_appointments_archive_source_key unique (archive, source)
);

-- References to tables that are created later.
alter table people add constraint people_commune_id_fkey foreign key (commune_id) references communes(id);
alter table people add constraint people_forecast_id_fkey foreign key (forecast_id) references forecasts(id);
alter table people add constraint people_gender_id_fkey foreign key (gender_id) references genders(id);
alter table people add constraint people_image_store_id_fkey foreign key (image_store_id) references files(id);
alter table people add constraint people_image_store_passport_fkey foreign key (image_store_passport) references files(id);
alter table people add constraint people_image_store_passport_patient_fkey foreign key (image_store_passport_patient) references files(id);
alter table registration_applications add constraint registration_applications_commune_id_fkey foreign key (commune_id) references communes(id);
alter table registration_applications add constraint registration_applications_forecast_id_fkey foreign key (forecast_id) references forecasts(id);
alter table registration_applications add constraint registration_applications_gender_id_fkey foreign key (gender_id) references genders(id);
alter table registration_applications add constraint registration_applications_image_store_id_fkey foreign key (image_store_id) references files(id);
alter table registration_applications add constraint registration_applications_image_store_passport_fkey foreign key (image_store_passport) references files(id);
alter table registration_applications add constraint registration_applications_image_store_passport_patient_fkey foreign key (image_store_passport_patient) references files(id);
alter table registration_applications add constraint registration_applications_image_store_selfie_fkey foreign key (image_store_selfie) references files(id);
alter table family_links add constraint family_links_relationship_type_id_fkey foreign key (relationship_type_id) references relationship_types(id);
alter table appointment_orders add constraint appointment_orders_appointment_id_fkey foreign key (appointment_id) references appointments(id);
alter table appointment_orders add constraint appointment_orders_file_id_fkey foreign key (file_id) references files(id);
alter table appointments add constraint appointments_exam_answers_id_fkey foreign key (exam_answers_id) references exam_answers(id);
alter table appointments add constraint appointments_office_id_fkey foreign key (office_id) references offices(id);
alter table appointments add constraint appointments_professional_id_fkey foreign key (professional_id) references professionals(id);
alter table bookable_exams add constraint bookable_exams_indications_key_fkey foreign key (indications_key) references indications(key);
alter table bookable_exams add constraint bookable_exams_specialty_code_fkey foreign key (specialty_code) references exam_specialties(code);
alter table breach_letters add constraint breach_letters_breach_id_fkey foreign key (breach_id) references breaches(id);
alter table breach_seen add constraint breach_seen_breach_id_fkey foreign key (breach_id) references breaches(id);
alter table budget_requests add constraint budget_requests_forecast_id_fkey foreign key (forecast_id) references forecasts(id);
alter table budget_requests add constraint budget_requests_intervention_type_id_fkey foreign key (intervention_type_id) references intervention_types(id);
alter table budget_requests add constraint budget_requests_order_file_id_fkey foreign key (order_file_id) references files(id);
alter table calendar_days add constraint calendar_days_office_id_fkey foreign key (office_id) references offices(id);
alter table calendar_days add constraint calendar_days_service_code_fkey foreign key (service_code) references services(code);
alter table communes add constraint communes_province_id_fkey foreign key (province_id) references provinces(id);
alter table communes add constraint communes_region_id_fkey foreign key (region_id) references regions(id);
alter table complaint_letters add constraint complaint_letters_contact_id_fkey foreign key (contact_id) references contacts(id);
alter table complaint_notes add constraint complaint_notes_contact_id_fkey foreign key (contact_id) references contacts(id);
alter table exam_documents add constraint exam_documents_exam_id_fkey foreign key (exam_id) references exams(id);
alter table exam_documents add constraint exam_documents_file_id_fkey foreign key (file_id) references files(id);
alter table exam_documents add constraint exam_documents_source_id_fkey foreign key (source_id) references fhir_sources(id);
alter table exam_results add constraint exam_results_exam_id_fkey foreign key (exam_id) references exams(id);
alter table exam_results add constraint exam_results_source_id_fkey foreign key (source_id) references fhir_sources(id);
alter table exam_share_exams add constraint exam_share_exams_share_id_fkey foreign key (share_id) references exam_shares(id) on delete cascade;
alter table exam_share_openings add constraint exam_share_openings_share_id_fkey foreign key (share_id) references exam_shares(id) on delete cascade;
alter table exam_specialties add constraint exam_specialties_service_code_fkey foreign key (service_code) references services(code);
alter table exams add constraint exams_file_id_fkey foreign key (file_id) references files(id);
alter table exams add constraint exams_file_source_id_fkey foreign key (file_source_id) references fhir_sources(id);
alter table exports add constraint exports_bundle_file_id_fkey foreign key (bundle_file_id) references files(id) on delete set null;
alter table exports add constraint exports_pdf_file_id_fkey foreign key (pdf_file_id) references files(id) on delete set null;
alter table family_invitations add constraint family_invitations_request_id_fkey foreign key (request_id) references family_requests(id);
alter table family_requests add constraint family_requests_legal_text_id_fkey foreign key (legal_text_id) references legal_texts(id);
alter table fhir_sources add constraint fhir_sources_account_id_fkey foreign key (account_id) references service_accounts(id);
alter table freed_hours add constraint freed_hours_professional_id_fkey foreign key (professional_id) references professionals(id);
alter table holds add constraint holds_professional_id_fkey foreign key (professional_id) references professionals(id);
alter table holds add constraint holds_slot_id_fkey foreign key (slot_id) references slots(id) on delete cascade;
alter table holds add constraint holds_waiting_id_fkey foreign key (waiting_id) references waiting_list(id);
alter table image_instances add constraint image_instances_series_id_fkey foreign key (series_id) references image_series(id);
alter table image_series add constraint image_series_study_id_fkey foreign key (study_id) references image_studies(id);
alter table legal_asked add constraint legal_asked_kind_version_fkey foreign key (kind, version) references legal_texts(kind, version);
alter table notification_messages add constraint notification_messages_notification_id_fkey foreign key (notification_id) references notifications(id) on delete cascade;
alter table procedure_categories add constraint procedure_categories_service_code_fkey foreign key (service_code) references services(code);
alter table professional_specialties add constraint professional_specialties_professional_id_fkey foreign key (professional_id) references professionals(id);
alter table professional_specialties add constraint professional_specialties_specialty_code_fkey foreign key (specialty_code) references services(code);
alter table provinces add constraint provinces_region_id_fkey foreign key (region_id) references regions(id);
alter table request_files add constraint request_files_message_id_fkey foreign key (message_id) references request_messages(id);
alter table schedule_exceptions add constraint schedule_exceptions_specialty_code_fkey foreign key (specialty_code) references services(code);
alter table schedules add constraint schedules_specialty_code_fkey foreign key (specialty_code) references services(code);

-- Indexes.
create index account_links_expiry on account_links (expires_at);
create index account_links_person on account_links (person_id);
create index ads_order on ads (order_advertising, id);
create index application_links_person on application_links (person_id);
create index appointment_changes_waiting on appointment_changes (id) where (announced_at is null);
create index appointments_booked_by on appointments (booked_by, starts_at) where ((state = 'booked') and (booked_by <> patient_id));
-- What the administration's start page counts, found without walking over everything else.
create index appointments_day on appointments (starts_at, id) where (state = 'booked');
create index appointments_exam_answers on appointments (exam_answers_id) where (exam_answers_id is not null);
-- Staff list the appointments of a day and of a patient also when another system reported them as missed, which cancels them.
create index appointments_missed_day on appointments (starts_at, id) where ((state = 'cancelled') and (attendance = 'missed'));
create index appointments_missed_patient on appointments (patient_id, starts_at) where ((state = 'cancelled') and (attendance = 'missed'));
create unique index appointments_outside on appointments (outside_id) where (outside_id is not null);
-- Holds whole what a list shows: a page of a patient's hours lies together, however many hours there are.
create index appointments_patient on appointments (patient_id, starts_at, id) include (ends_at, reserved_group, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care, place_detail, modality) where (state = 'booked');
create index appointments_professional on appointments (professional_id, starts_at) where (state = 'booked');
create index appointments_starts on appointments (starts_at) where ((state = 'booked') and scheduled);
create index archive_arrivals_waiting on archive_arrivals (patient_id, id) where (announced_at is null);
create index archive_numbers_given_up on archive_numbers (patient_id, cancelled_at) where (cancelled_at is not null);
create index archive_numbers_private on archive_numbers (patient_id) where (private_since is not null);
create index audit_events_action_latest on audit_events (action, at desc, id desc);
create index audit_events_actor on audit_events (actor_id, at desc);
-- A page of the audit log, of any period and of one action, is read from an index in its order. The index by blocks of the
-- table served periods only as long as they were near.
create index audit_events_latest on audit_events (at desc, id desc);
create index audit_events_patient on audit_events (patient_id, at desc);
create index audit_events_refused on audit_events (action, at desc) where (outcome = 'refused');
-- The sign-ins of one account, accepted and rejected, latest first: its owner sees them in the list of accesses.
create index audit_events_sign_ins on audit_events (actor_id, at desc, id desc) where (action = 'session.open');
create index bookable_exams_specialty on bookable_exams (specialty_code);
create index booking_keys_age on booking_keys (created_at);
create index budget_requests_patient on budget_requests (patient_id, created_at desc);
create index budget_requests_requester on budget_requests (requester_id, created_at desc);
create index budget_requests_state on budget_requests (state, created_at, id);
create index budget_requests_waiting on budget_requests (created_at) where (state = 'pendiente');
create index calls_due_open on calls_due (created_at, id) where (done_at is null);
create index calls_due_patient on calls_due (patient_id);
create unique index clinic_parts_draft on clinic_parts (part) where (state = 'draft');
create index clinic_parts_history on clinic_parts (part, id desc);
create unique index clinic_parts_published on clinic_parts (part) where (state = 'published');
create index complaint_letters_approved_by on complaint_letters (approved_by);
create index complaint_letters_written_by on complaint_letters (written_by);
create index complaint_notes_author on complaint_notes (author_id);
create index complaint_notes_contact on complaint_notes (contact_id, id);
create index consents_person on consents (person_id, kind, given_at desc);
-- Asked at every signed-in call: who withdrew what the portal cannot be used without.
create index consents_withdrawn on consents (person_id, kind) where ((withdrawn_at is not null) and (kind in ('terms', 'privacy')));
-- The inbox of imaging finds the order by the appointment of an entry.
create index contacts_appointment on contacts (appointment_id) where (appointment_id is not null);
create index contacts_patient on contacts (patient_id, created_at desc);
create index contacts_requester on contacts (requester_id, created_at desc);
create index contacts_state on contacts (matter, state, created_at, id);
create index contacts_waiting on contacts (created_at) where (state = 'pendiente');
create index data_requests_claimed_person on data_requests (claimed_person_id) where (claimed_person_id is not null);
create index data_requests_claims on data_requests (audit_event_id, id desc) where (audit_event_id is not null);
create unique index data_requests_open_claim on data_requests (audit_event_id) where (state = 'pendiente');
create index data_requests_patient on data_requests (patient_id, created_at desc);
create index data_requests_requester on data_requests (requester_id, created_at desc);
create index data_requests_state on data_requests (state, due_at, id);
create index delegations_delegate on delegations (delegate_id) where (state = 'accepted');
create index delegations_expiry on delegations (expires_at) where (state = 'accepted');
create index delegations_grantor on delegations (grantor_id);
create index delegations_offers on delegations (document_type_id, document_number) where (state = 'offered');
-- One offer or access of a grantor for each document, and one access of a grantor for each person.
create unique index delegations_one_document on delegations (grantor_id, document_type_id, document_number, coalesce(document_country, '')) where (state <> 'ended');
create unique index delegations_one_pair on delegations (grantor_id, delegate_id) where (state = 'accepted');
-- The requests of a patient, as those of the other matters.
create index document_requests_patient on document_requests (patient_id, created_at desc);
create index document_requests_requester on document_requests (requester_id, created_at desc);
create index document_requests_state on document_requests (state, created_at, id);
create index document_requests_waiting on document_requests (created_at) where (state = 'pendiente');
create index email_changes_person on email_changes (person_id);
create index exam_answers_latest on exam_answers (patient_id, exam_id, answered_by, answered_at desc);
create index exam_documents_exam on exam_documents (exam_id, file_id);
create index exam_results_history on exam_results (patient_id, code, taken_at);
create index exam_share_exams_exam on exam_share_exams (exam_id);
create index exam_shares_expiry on exam_shares (expires_at);
create index exam_shares_patient on exam_shares (patient_id, created_at desc);
create index exam_shares_sharer on exam_shares (sharer_id) where (ended_at is null);
create index exams_patient on exams (patient_id, type, taken_at desc, id desc) include (reserved_group, attention_number, type_exam, doctor_solicite, type_patient) where shown;
create index exams_private on exams (patient_id) where (private_since is not null);
create index exams_unannounced on exams (id) where (announced_at is null);
create index exports_age on exports (created_at);
create index exports_of on exports (requester_id, created_at desc);
-- One at a time for each person who asks, whichever server they ask.
create unique index exports_one_under_way on exports (requester_id) where (state in ('waiting', 'running'));
create index exports_waiting on exports (created_at) where (state in ('waiting', 'running'));
create index family_links_member on family_links (member_id) where (state <> 'ended');
create unique index family_links_one_live on family_links (leader_id, member_id) where (state <> 'ended');
-- Two people have one link, whichever of them leads the group.
create unique index family_links_one_pair on family_links (least(leader_id, member_id), greatest(leader_id, member_id)) where (state <> 'ended');
create index family_requests_family on family_requests (family_id);
-- A source belongs to the account that sent it first. Until now the last account that wrote a source was noted: it is the
-- owner of the sources that are there.
create index fhir_sources_account on fhir_sources (account_id);
create index fhir_sources_target on fhir_sources (type, target_id);
create index files_delete_after on files (delete_after) where (delete_after is not null);
create index files_scan_state on files (scan_state, id) where (scan_state in ('pending', 'infected', 'unscanned'));
create index files_sealed_with on files (sealed_with, id);
create index holds_expiry on holds (expires_at);
create unique index holds_one_offer on holds (waiting_id) where (waiting_id is not null);
create index holds_person on holds (person_id);
create index holds_slot on holds (slot_id);
create index identity_checks_age on identity_checks (created_at);
create index identity_checks_run on identity_checks (run, created_at);
create index image_instances_series on image_instances (series_id);
create index image_series_study on image_series (study_id);
create index image_studies_patient on image_studies (patient_id, accession_number);
create index late_results_open on late_results (appointment_id) where (arrived_at is null);
create index legal_wordings_text_hash on legal_wordings (text_hash);
create index mailed_codes_person on mailed_codes (person_id);
create index notification_choices_patient on notification_choices (patient_id);
create index notification_messages_created on notification_messages (created_at);
create index notification_messages_due on notification_messages (due_at, id) where (state in ('waiting', 'sending'));
create index notification_messages_person on notification_messages (person_id);
create unique index notification_messages_reference on notification_messages (reference) where (reference is not null);
create index notifications_person on notifications (person_id, created_at desc, id desc) include (type, text, request_family_group_id, read_at, patient_id, reserved_group, exam_type, exam_id, id_appointment, topic, matter, request_id) where active;
create index outbox_created on outbox (created_at desc);
-- What waits to be sent is claimed in its order and put away when it is too late, however much waits.
create index outbox_due on outbox (next_attempt_at, id) where (state in ('queued', 'sending'));
-- What could not be sent is looked through without walking over what was.
create index outbox_failed on outbox (created_at desc, id desc) where (state in ('parked', 'expired'));
create index outbox_late on outbox (not_after) where ((state in ('queued', 'sending')) and (not_after is not null));
create index outbox_notification on outbox (notification_id) where (notification_id is not null);
-- Staff read the latest mails to a patient.
create index outbox_person on outbox (person_id, created_at desc) where (person_id is not null);
create index outbox_stale on outbox (created_at) where (state in ('queued', 'sending'));
create index outside_holds_expiry on outside_holds (expires_at);
create index outside_waits_asked on outside_waits (asked_at);
create index outside_waits_person on outside_waits (person_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkeys_person on passkeys (person_id);
create index pending_confirmations_decided on pending_confirmations (coalesce(confirmed_at, rejected_at, expired_at) desc, id desc) where (num_nonnulls(confirmed_at, rejected_at, expired_at) = 1);
create index pending_confirmations_effective on pending_confirmations (effective_at) where ((effective_at is not null) and (confirmed_at is null) and (rejected_at is null) and (expired_at is null));
-- The same change waits once.
create unique index pending_confirmations_open on pending_confirmations (kind, subject_id, target) where ((confirmed_at is null) and (rejected_at is null) and (expired_at is null));
create index pending_confirmations_subject on pending_confirmations (subject_id);
create index pending_confirmations_waiting on pending_confirmations (requested_at, id) where ((confirmed_at is null) and (rejected_at is null) and (expired_at is null));
create index people_deceased on people (id) where (deceased_at is not null);
create index people_newest on people (date_creation desc, id desc);
create index people_newest_of on people (status, date_creation desc, id desc);
-- Staff also find people by their phone.
create index people_phone on people (phone) where (phone is not null);
create index people_search on people using gin (search gin_trgm_ops);
-- Every tenth person by what staff type: that a thousand have it is proven there at a tenth of the cost.
create index people_search_tenth on people using gin (search gin_trgm_ops) where ((id % 10) = 0);
-- Staff are few among all people.
create index people_staff on people (id) where (rol <> 'STANDART_ROLE');
create index people_waiting on people (coalesce(pending_since, date_creation), id) where (status = 3);
create index prevention_articles_order on prevention_articles (order_control, id);
create index procedures_category on procedures (category_code);
create index push_subscriptions_person on push_subscriptions (person_id);
create index push_subscriptions_session on push_subscriptions (session_id);
create index recovery_codes_person on recovery_codes (person_id);
create index registration_drafts_age on registration_drafts (updated_at);
-- Wrong answers of the identity check are those of people of about the same age.
create index registry_people_birth on registry_people (date_birth, run);
create index registry_people_deaths on registry_people (run) where (is_deceased and (not death_reported));
create index request_files_message on request_files (message_id) where (message_id is not null);
create index request_files_request on request_files (request_kind, request_id);
create index request_messages_author on request_messages (author_id);
create index request_messages_request on request_messages (request_kind, request_id, id);
create index request_threads_assignee on request_threads (assignee_id) where (assignee_id is not null);
create index schedule_exceptions_professional on schedule_exceptions (professional_id, ends_at);
create index schedules_professional on schedules (professional_id, weekday);
create index schedules_service on schedules (specialty_code);
create index second_factor_reset_codes_expiry on second_factor_reset_codes (expires_at);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_one_open on sessions (person_id) where (ended_at is null);
create index sign_in_challenges_person on sign_in_challenges (person_id);
create index slots_free on slots (professional_id, starts_at) where (not taken);
-- Whether a room is free at a time that is opened besides the week.
create index slots_room on slots (office_id, room, starts_at) where (modality = 'presencial');
create index slots_service on slots (service_code, starts_at) where (not taken);
create index spent_challenges_expiry on spent_challenges (expires_at);
create index survey_answers_age on survey_answers (created_at desc, id desc);
create index survey_answers_person on survey_answers (person_id) where (person_id is not null);
create index text_message_counts_person on text_message_counts (person_id) where (person_id is not null);
create index text_message_reports_received on text_message_reports (received_at);
create index tries_ends on tries (ends_at);
create index used_assertions_expiry on used_assertions (expires_at);
create index validation_decisions_decided on validation_decisions (decided_at);
create index validation_decisions_person on validation_decisions (person_id, decided_at desc);
create index visit_certificates_patient on visit_certificates (patient_id, id);
create unique index waiting_list_once on waiting_list (patient_id, service_code, coalesce(office_id, 0), coalesce(professional_id, 0)) where (state = 'waiting');
create index waiting_list_person on waiting_list (person_id) where (state = 'waiting');
create index waiting_list_service on waiting_list (service_code, created_at, id) where (state = 'waiting');
create index watched_appointments_live on watched_appointments (patient_id, starts_at) where (ended_at is null);

-- Triggers.
create trigger keep_private before update of reserved_group, private_since on appointments for each row when (((old.private_since is not null) or (new.private_since is not null))) execute function keep_private();
create trigger keep_private before update of reserved_group, private_since on exams for each row when (((old.private_since is not null) or (new.private_since is not null))) execute function keep_private();
create trigger mark_opened_session before insert on sessions for each row execute function mark_opened_session();
create trigger mark_sessions_on_asking after insert or update on legal_asked for each row execute function mark_sessions_on_asking();
create trigger mark_sessions_on_consent after insert or update on consents for each row when ((new.kind in ('terms', 'privacy'))) execute function mark_sessions_of_person();
create trigger mark_sessions_on_factor after insert or delete or update on second_factors for each row execute function mark_sessions_of_person();
-- Triggers run by name: a moved appointment frees its old slots before it takes new ones.
create trigger slots_freed after delete or update of state, professional_id, starts_at, ends_at on appointments for each row when (((old.state = 'booked') and (old.professional_id is not null))) execute function free_slots();
create trigger slots_taken after insert or update of state, professional_id, starts_at, ends_at on appointments for each row when (((new.state = 'booked') and (new.professional_id is not null))) execute function take_slots();

-- What the server may do.
grant usage on schema public to portal_app;
grant select, insert, delete, update on account_links, ads, alert_colors, alerts, application_links, appointment_changes, appointments,
  archive_arrivals, archive_checks, archive_marks, archive_numbers, bookable_exams, booking_keys, breach_letters, breach_seen, breaches,
  budget_requests, calendar_days, clinic_parts, coming_of_age_notices, communes, contact_reasons, contacts, delegations, display_durations,
  document_kinds, document_requests, email_changes, emergency_contacts, exam_answers, exam_documents, exam_relationship_types, exam_results,
  exam_share_exams, exam_share_openings, exam_shares, exam_specialties, exams, exports, family_invitations, family_links, family_requests,
  favourites, fhir_sources, files, forecasts, freed_hours, genders, holds, holidays, identity_checks, image_downloads, image_studies,
  indications, installation, intervention_types, known_devices, late_results, legal_texts, mailed_codes, nationalities,
  notification_choices, notification_messages, notification_phones, notification_settings, notifications, offices, opened_people,
  opened_people_days, outbox, outside_holds, outside_waits, passkey_challenges, passkey_owners, passkeys, pending_confirmations, people,
  periodic_jobs, prevention_articles, procedure_categories, procedures, professional_specialties, professionals, protected_minors,
  provinces, publication_drafts, publication_images, push_keys, push_subscriptions, questionnaires, read_answers, recovery_codes, regions,
  registration_applications, registration_drafts, registry_people, relationship_types, reminders_off, request_files, result_choices,
  schedule_exceptions, schedules, second_factor_reset_codes, second_factors, sent_reminders, service_accounts, services, sessions,
  sign_in_challenges, slots, specialties, spent_challenges, survey_answers, temporary_keys, text_message_counts, text_message_reports,
  tries, unfinished_files, validation_decisions, waiting_list, waiting_offers, watched_appointments to portal_app;
grant select, insert, delete on appointment_orders, daily_audit_keys, image_instances, image_series, opened_results, used_assertions,
  visit_certificates to portal_app;
grant select, insert on audit_events, audit_seals, clinic_images, complaint_notes, legal_wordings, request_messages to portal_app;
grant select, insert, update on audit_streams, calls_due, complaint_letters, consents, data_requests, legal_asked, request_threads to
  portal_app;
grant select on desk_requests to portal_app;
grant usage, select on all sequences in schema public to portal_app;
