-- What an administrator may do, where a super administrator has chosen it. Null: everything that the role may do.
alter table people add column permission_set text
  check (permission_set in ('front-desk', 'requests-desk', 'content-editor', 'privacy-officer'));
-- The sites whose calendars and appointments an administrator sees and changes. Null: every site.
alter table people add column site_ids int[] check (cardinality(site_ids) > 0);
-- A super administrator is never limited, and a patient has no permissions.
alter table people add constraint people_permissions_of_administrators
  check ((permission_set is null and site_ids is null) or rol = 'ADMIN_ROLE');

-- Requests with the site that they are about. Only contact requests and those about an appointment have one.
create or replace view desk_requests as
  select 'documents' as matter, d.id, d.requester_id, d.patient_id, k.name as subject, d.state, d.answer, d.answered_at,
    d.answered_by, d.created_at, null::timestamptz as due_at, null::int as site_id
  from document_requests d join document_kinds k on k.id = d.document_kind_id
  union all
  select 'budgets', b.id, b.requester_id, b.patient_id, i.nombre, b.state, b.comentario_ejecutivo, b.answered_at,
    b.answered_by, b.created_at, null, null
  from budget_requests b join intervention_types i on i.id = b.intervention_type_id
  union all
  select c.matter, c.id, c.requester_id, c.patient_id, coalesce(subject_of_case(c.kind), r.name, c.exam_type, ''), c.state, c.answer,
    c.answered_at, c.answered_by, c.created_at, null,
    coalesce((select a.office_id from appointments a where a.id = c.appointment_id),
      (select o.id from offices o where o.office_id = c.branch and o.retired_at is null))
  from contacts c left join contact_reasons r on r.id = c.reason_id
  union all
  select 'privacy', q.id, q.requester_id, q.patient_id, q.kind, q.state, q.answer, q.answered_at, q.answered_by,
    q.created_at, q.due_at, null
  from data_requests q;
