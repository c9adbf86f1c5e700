-- What each signed-in call asks of its session is kept on the session, and changes in the statement that changes it:
-- whether a text awaits the person, and whether they have a second factor.

alter table sessions
  add column lacks_consent boolean not null default false,
  add column has_factor boolean not null default false;

-- A text not accepted since it was asked of everybody, or a consent taken back and not given again. Not in SQL alone:
-- such a function would be planned anew at every sign-in.
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

create function has_factor(person int) returns boolean stable language plpgsql as $$
begin
  return exists (select from second_factors where person_id = person and confirmed_at is not null);
end $$;

-- Who opens a session and who changes what it is marked with take turns: the one that comes second sees the other's.
create function mark_opened_session() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('legal_asked'));
  perform from people where id = new.person_id for share;
  new.lacks_consent := lacks_consent(new.person_id);
  new.has_factor := has_factor(new.person_id);
  return new;
end $$;
create trigger mark_opened_session before insert on sessions for each row execute function mark_opened_session();

create function mark_sessions_of_person() returns trigger language plpgsql as $$
declare
  person int := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  perform from people where id = person for no key update;
  update sessions set lacks_consent = lacks_consent(person), has_factor = has_factor(person)
    where person_id = person and ended_at is null;
  return null;
end $$;
create trigger mark_sessions_on_consent after insert or update on consents for each row
  when (new.kind in ('terms', 'privacy')) execute function mark_sessions_of_person();
create trigger mark_sessions_on_factor after insert or update or delete on second_factors for each row
  execute function mark_sessions_of_person();

create function mark_sessions_on_asking() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('legal_asked'));
  update sessions set lacks_consent = lacks_consent(person_id)
    where ended_at is null and expires_at > new.since;
  return null;
end $$;
create trigger mark_sessions_on_asking after insert or update on legal_asked for each row
  execute function mark_sessions_on_asking();

update sessions set lacks_consent = lacks_consent(person_id), has_factor = has_factor(person_id) where ended_at is null;
