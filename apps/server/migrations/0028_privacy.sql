-- What a person asks about their own data by law, with the day it has to be answered by.
create table data_requests (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  kind text not null
    check (kind in ('access', 'rectification', 'erasure', 'objection', 'portability', 'blocking')),
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
  check ((state = 'respondida') = (answered_at is not null and answer is not null)),
  check ((extended_at is null) = (extended_by is null) and (extended_at is null or extension_reason is not null)),
  -- The law grants no more time for a blocking.
  check (extended_at is null or kind <> 'blocking')
);
create index data_requests_state on data_requests (state, due_at, id);
create index data_requests_requester on data_requests (requester_id, created_at desc);
create index data_requests_patient on data_requests (patient_id, created_at desc);

alter table request_files drop constraint request_files_request_kind_check;
alter table request_files add constraint request_files_request_kind_check
  check (request_kind in ('document', 'budget', 'contact', 'privacy'));

-- The tray's view, now with the moment at which a request is late; null where the promised hours count.
create or replace view desk_requests as
  select 'documents' as matter, d.id, d.requester_id, d.patient_id, k.name as subject, d.state, d.answer, d.answered_at,
    d.answered_by, d.created_at, null::timestamptz as due_at
  from document_requests d join document_kinds k on k.id = d.document_kind_id
  union all
  select 'budgets', b.id, b.requester_id, b.patient_id, i.nombre, b.state, b.comentario_ejecutivo, b.answered_at,
    b.answered_by, b.created_at, null
  from budget_requests b join intervention_types i on i.id = b.intervention_type_id
  union all
  select c.matter, c.id, c.requester_id, c.patient_id, coalesce(r.name, c.exam_type, ''), c.state, c.answer, c.answered_at,
    c.answered_by, c.created_at, null
  from contacts c left join contact_reasons r on r.id = c.reason_id
  union all
  select 'privacy', q.id, q.requester_id, q.patient_id, q.kind, q.state, q.answer, q.answered_at, q.answered_by,
    q.created_at, q.due_at
  from data_requests q;

-- Consents: for whom besides oneself, and how one was withdrawn.
alter table consents add column patient_id int references people;
alter table consents add column withdrawn_channel text;
alter table consents add column withdrawn_ip inet;
alter table consents add constraint consents_withdrawn_whole
  check (withdrawn_at is null or withdrawn_channel is not null);
-- Whom a declaration for a minor was about is known by its request.
update consents c set patient_id = l.member_id
  from family_requests r join family_links l on l.id = r.family_id
  where c.kind = 'family_group' and r.applicant_id = c.person_id and r.created_at = c.given_at;
-- Asked at every signed-in call: who withdrew what the portal cannot be used without.
create index consents_withdrawn on consents (person_id, kind)
  where withdrawn_at is not null and kind in ('terms', 'privacy');

-- Versions of the legal texts that staff published; those of the catalogues have numbers below a thousand.
create sequence legal_texts_published start 1000;
alter table legal_texts add column published_at timestamptz;
alter table legal_texts add column published_by int references people;
-- The version of each text that everybody has to have accepted; without a row none is asked for anew.
create table legal_asked (
  kind text primary key check (kind in ('terms', 'privacy')),
  version text not null,
  since timestamptz not null,
  foreign key (kind, version) references legal_texts (kind, version)
);

-- Who withdraws their consent to the survey is no longer known as who answered it.
alter table survey_answers alter column person_id drop not null;
create index survey_answers_person on survey_answers (person_id) where person_id is not null;

grant select, insert, update on data_requests, legal_asked to portal_app;
grant insert on legal_texts to portal_app;
grant usage, select on all sequences in schema public to portal_app;
