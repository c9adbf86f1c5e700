-- When the clinic has to answer a request, as it was promised when the request arrived. Earlier requests were promised 48 hours.
alter table document_requests add column due_at timestamptz;
alter table budget_requests add column due_at timestamptz;
alter table contacts add column due_at timestamptz;
update document_requests set due_at = created_at + interval '48 hours';
update budget_requests set due_at = created_at + interval '48 hours';
update contacts set due_at = created_at + interval '48 hours';
alter table document_requests alter column due_at set not null;
alter table budget_requests alter column due_at set not null;
alter table contacts alter column due_at set not null;

-- When staff have to decide about an account that waits. Earlier applications were promised two business days.
alter table people add column pending_due_at timestamptz;
alter table application_links add column due_at timestamptz;
create function two_business_days_after(received timestamptz) returns timestamptz language sql stable as $$
  select (d.day + (received at time zone 'America/Santiago')::time) at time zone 'America/Santiago'
  from (
    select day::date as day from generate_series((received at time zone 'America/Santiago')::date + 1,
      (received at time zone 'America/Santiago')::date + 30, interval '1 day') day
    where extract(isodow from day) < 6 and not exists (select from holidays h where h.day = day::date)
    order by day offset 1 limit 1
  ) d
$$;
update people set pending_due_at = two_business_days_after(coalesce(pending_since, date_creation)) where status = 3;
update application_links set due_at = two_business_days_after(applied_at);
drop function two_business_days_after;
alter table application_links alter column due_at set not null;

create or replace view desk_requests as
  select 'documents' as matter, d.id, d.requester_id, d.patient_id, k.name as subject, d.state, d.answer, d.answered_at,
    d.answered_by, d.created_at, d.due_at, null::int as site_id
  from document_requests d join document_kinds k on k.id = d.document_kind_id
  union all
  select 'budgets', b.id, b.requester_id, b.patient_id, i.nombre, b.state, b.comentario_ejecutivo, b.answered_at,
    b.answered_by, b.created_at, b.due_at, null
  from budget_requests b join intervention_types i on i.id = b.intervention_type_id
  union all
  select c.matter, c.id, c.requester_id, c.patient_id, coalesce(subject_of_case(c.kind), r.name, c.exam_type, ''), c.state, c.answer,
    c.answered_at, c.answered_by, c.created_at, c.due_at,
    coalesce((select a.office_id from appointments a where a.id = c.appointment_id),
      (select o.id from offices o where o.office_id = c.branch and o.retired_at is null))
  from contacts c left join contact_reasons r on r.id = c.reason_id
  union all
  select 'privacy', q.id, q.requester_id, q.patient_id, q.kind, q.state, q.answer, q.answered_at, q.answered_by,
    q.created_at, q.due_at, null
  from data_requests q;
