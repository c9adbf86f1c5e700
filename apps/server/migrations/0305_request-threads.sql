-- The conversation about a request. The request itself has its text and the first answer; what is written besides is here.
create table request_messages (
  id int generated always as identity primary key,
  -- As `request_kind` of `request_files`.
  request_kind text not null check (request_kind in ('document', 'budget', 'contact', 'privacy')),
  request_id int not null,
  -- `request`: of the patient, `answer`: of the clinic, `closing`: why the clinic closed the request, `note`: between staff, never sent.
  kind text not null check (kind in ('request', 'answer', 'closing', 'note')),
  author_id int not null references people,
  text text not null check (char_length(text) between 1 and 4000),
  created_at timestamptz not null
);
create index request_messages_request on request_messages (request_kind, request_id, id);
create index request_messages_author on request_messages (author_id);

-- Files of a later message; null: files of the request or of its first answer.
alter table request_files add column message_id int references request_messages;
create index request_files_message on request_files (message_id) where message_id is not null;

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
create index request_threads_assignee on request_threads (assignee_id) where assignee_id is not null;

grant select, insert on request_messages to portal_app;
grant select, insert, update on request_threads to portal_app;
grant update on read_answers to portal_app;
grant usage, select on all sequences in schema public to portal_app;

create or replace view desk_requests as
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
