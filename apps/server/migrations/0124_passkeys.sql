-- Passkeys (WebAuthn credentials) with which people sign in and confirm their sessions.

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
  last_used_at timestamptz
);
create index passkeys_person on passkeys (person_id);

-- A challenge is deleted by its first use, right or wrong.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'confirm')),
  -- The session that asked for the challenge; null for a sign-in.
  session_id int,
  expires_at timestamptz not null,
  check ((purpose = 'sign-in') = (session_id is null))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

grant select, insert, update, delete on passkey_owners, passkeys, passkey_challenges to portal_app;
grant usage, select on all sequences in schema public to portal_app;

-- A session in which the person proved a passkey needs no other second factor.
alter table sessions add column passkey_verified boolean not null default false;

create or replace function mark_opened_session() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('legal_asked'));
  perform from people where id = new.person_id for share;
  new.lacks_consent := lacks_consent(new.person_id);
  new.has_factor := new.passkey_verified or has_factor(new.person_id);
  return new;
end $$;

create or replace function mark_sessions_of_person() returns trigger language plpgsql as $$
declare
  person int := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  perform from people where id = person for no key update;
  update sessions set lacks_consent = lacks_consent(person), has_factor = passkey_verified or has_factor(person)
    where person_id = person and ended_at is null;
  return null;
end $$;
