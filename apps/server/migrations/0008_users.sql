-- Staff find people by what they type ------------------------------------------------------------------------------

-- A text as it is searched: without accents, case, dots, dashes and apostrophes. The dictionary is named, so that the
-- result depends on the text alone, as an index demands.
create function folded(spelled text) returns text
language sql immutable strict parallel safe
as $$ select translate(lower(public.unaccent('public.unaccent'::regdictionary, spelled)), '.-''’´`', '') $$;

-- Begins with a blank, so that every word has one before it.
alter table people add column search text not null generated always as (
  folded(' ' || first_name || ' ' || last_name || ' ' || second_name || ' ' || document_number || ' ' || coalesce(email, ''))
) stored;
create index people_search on people using gin (search gin_trgm_ops);
create index people_newest on people (date_creation desc, id desc);
create index people_newest_of on people (status, date_creation desc, id desc);

-- Since when an account waits for its validation; null while it does not.
alter table people add column pending_since timestamptz;
update people set pending_since = date_creation where status = 3;
create index people_waiting on people (coalesce(pending_since, date_creation), id) where status = 3;

-- The audit trail is searched by action and by day -----------------------------------------------------------------

create index audit_events_action on audit_events (action, id desc);
create index audit_events_at on audit_events using brin (at);

-- What could not be sent is looked through without walking over what was.
create index outbox_failed on outbox (created_at desc, id desc) where state in ('parked', 'expired');
