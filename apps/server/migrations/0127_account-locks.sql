-- Locking of accounts, and reports of a use that the owner does not recognise.

-- `locked_at`: no sign-in, recovery or share is possible until staff unlock the account.
-- `recovery_frozen_at`: the owner reported a use of the account that was not theirs. No temporary password is sent until staff
-- have checked with the owner.
alter table people add column locked_at timestamptz;
alter table people add column recovery_frozen_at timestamptz;

-- Whether an account can be used: enabled, not closed and not locked.
create or replace function is_open(account people) returns boolean language sql immutable parallel safe
  return account.status = 1 and account.deleted_at is null and account.locked_at is null;

alter table sessions drop constraint sessions_ended_by_check;
alter table sessions add constraint sessions_ended_by_check check (ended_by in
  ('signed-out', 'taken-over', 'password-changed', 'account-closed', 'account-locked', 'use-reported',
   'second-factor-changed'));

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
create index account_links_person on account_links (person_id);
create index account_links_expiry on account_links (expires_at);

-- A case that the portal opens in the inbox of staff has a kind instead of a reason from the catalogue.
alter table contacts add column kind text check (kind in ('unrecognized-use'));
create function subject_of_case(kind text) returns text language sql immutable parallel safe
  return case kind when 'unrecognized-use' then 'Uso de mi cuenta que no reconozco' end;
alter table contacts drop constraint contacts_of_their_matter;
alter table contacts add constraint contacts_of_their_matter check (
  (matter = 'contact') = (num_nonnulls(reason_id, kind) = 1)
  and (matter = 'imaging') = (imaging is not null)
  and (matter = 'contact' or num_nonnulls(reason_id, kind) = 0));
create or replace view desk_requests as
  select 'documents' as matter, d.id, d.requester_id, d.patient_id, k.name as subject, d.state, d.answer, d.answered_at,
    d.answered_by, d.created_at, null::timestamptz as due_at
  from document_requests d join document_kinds k on k.id = d.document_kind_id
  union all
  select 'budgets', b.id, b.requester_id, b.patient_id, i.nombre, b.state, b.comentario_ejecutivo, b.answered_at,
    b.answered_by, b.created_at, null
  from budget_requests b join intervention_types i on i.id = b.intervention_type_id
  union all
  select c.matter, c.id, c.requester_id, c.patient_id, coalesce(subject_of_case(c.kind), r.name, c.exam_type, ''), c.state, c.answer,
    c.answered_at, c.answered_by, c.created_at, null
  from contacts c left join contact_reasons r on r.id = c.reason_id
  union all
  select 'privacy', q.id, q.requester_id, q.patient_id, q.kind, q.state, q.answer, q.answered_at, q.answered_by,
    q.created_at, q.due_at
  from data_requests q;

-- Recovery codes are hashed like passwords (argon2id). Codes that were given out before keep their keyed hash until they are used
-- or replaced.
alter table recovery_codes drop constraint recovery_codes_pkey;
alter table recovery_codes add column id int generated always as identity primary key;
alter table recovery_codes alter column hash drop not null;
alter table recovery_codes add column password_hash text;
alter table recovery_codes add constraint recovery_codes_one_hash check (num_nonnulls(hash, password_hash) = 1);
create index recovery_codes_person on recovery_codes (person_id);

grant select, insert, update, delete on account_links to portal_app;
grant usage, select on all sequences in schema public to portal_app;
