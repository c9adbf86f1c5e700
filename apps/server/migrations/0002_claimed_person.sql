-- The person whose access a claim is about has no part in it: is not assigned, writes no note and no answer.
create function reject_claimed_person() returns trigger language plpgsql as $$
begin
  if exists (select from data_requests q where q.id = new.request_id
      and q.claimed_person_id = (to_jsonb(new) ->> tg_argv[0])::int) then
    perform refuse('data_requests_claimed_person');
  end if;
  return new;
end $$;

create trigger claimed_person_writes_nothing before insert on request_messages for each row
  when (new.request_kind = 'privacy') execute function reject_claimed_person('author_id');
create trigger claimed_person_is_not_assigned before insert or update of assignee_id on request_threads for each row
  when (new.request_kind = 'privacy' and new.assignee_id is not null) execute function reject_claimed_person('assignee_id');

-- `claimed_person_id` is the person whose access a claim is about, who does not read it.
create or replace view desk_requests as
  select q.matter, q.id, q.requester_id, q.patient_id, q.subject, q.state, q.answer, q.answered_at, q.answered_by, q.created_at,
    coalesce(t.due_at, q.due_at) as due_at, q.site_id, q.kind, q.due_at as first_due_at, t.assignee_id, t.closed_at,
    coalesce(t.asked_at, q.created_at) as asked_at, coalesce(t.replied_at, q.answered_at) as replied_at, t.staff_read_at,
    q.claimed_person_id
  from (
    select 'documents' as matter, 'document' as kind, d.id, d.requester_id, d.patient_id, k.name as subject, d.state, d.answer,
      d.answered_at, d.answered_by, d.created_at, d.due_at, null::int as site_id, null::int as claimed_person_id
    from document_requests d join document_kinds k on k.id = d.document_kind_id
    union all
    select 'budgets', 'budget', b.id, b.requester_id, b.patient_id, i.nombre, b.state, b.comentario_ejecutivo, b.answered_at,
      b.answered_by, b.created_at, b.due_at, null, null
    from budget_requests b join intervention_types i on i.id = b.intervention_type_id
    union all
    select c.matter, 'contact', c.id, c.requester_id, c.patient_id, coalesce(subject_of_case(c.kind), r.name, c.exam_type, ''), c.state,
      c.answer, c.answered_at, c.answered_by, c.created_at, c.due_at,
      coalesce((select a.office_id from appointments a where a.id = c.appointment_id),
        (select o.id from offices o where o.office_id = c.branch and o.retired_at is null)), null
    from contacts c left join contact_reasons r on r.id = c.reason_id
    union all
    select 'privacy', 'privacy', q.id, q.requester_id, q.patient_id, q.kind, q.state, q.answer, q.answered_at, q.answered_by,
      q.created_at, q.due_at, null, q.claimed_person_id
    from data_requests q
  ) q left join request_threads t on t.request_kind = q.kind and t.request_id = q.id;
