-- Requests to the clinic's desks: who answered, what booking hands over, and what the tray reads.

alter table document_requests add column answered_by int references people;
alter table budget_requests add column answered_by int references people;
alter table contacts add column answered_by int references people;

-- A contact request of the imaging wizard is a contact for another desk: it has no reason, and brings what its own
-- form asked (names, run, e-mail, phone, the questions with their answers).
alter table contacts add column matter text not null default 'contact' check (matter in ('contact', 'imaging'));
alter table contacts add column imaging jsonb;
alter table contacts alter column reason_id drop not null;
alter table contacts add constraint contacts_of_their_matter
  check ((matter = 'contact') = (reason_id is not null) and (matter = 'imaging') = (imaging is not null));

create index document_requests_state on document_requests (state, created_at, id);
create index budget_requests_state on budget_requests (state, created_at, id);
create index contacts_state on contacts (matter, state, created_at, id);

-- Every request as the desks' tray shows it.
create view desk_requests as
  select 'documents' as matter, d.id, d.requester_id, d.patient_id, k.name as subject, d.state, d.answer, d.answered_at,
    d.answered_by, d.created_at
  from document_requests d join document_kinds k on k.id = d.document_kind_id
  union all
  select 'budgets', b.id, b.requester_id, b.patient_id, i.nombre, b.state, b.comentario_ejecutivo, b.answered_at,
    b.answered_by, b.created_at
  from budget_requests b join intervention_types i on i.id = b.intervention_type_id
  union all
  select c.matter, c.id, c.requester_id, c.patient_id, coalesce(r.name, c.exam_type, ''), c.state, c.answer, c.answered_at,
    c.answered_by, c.created_at
  from contacts c left join contact_reasons r on r.id = c.reason_id;

grant select on desk_requests to portal_app;
