-- record.delegations $1=person_id
select d.grantor_id = $1 as is_given, d.document_type_id, d.document_number, d.document_country,
    case when o.id is not null then concat_ws(' ', o.first_name, nullif(o.last_name, ''), nullif(o.second_name, '')) end as name,
    d.matters, d.may_book, d.state, d.created_at, d.accepted_at, coalesce(d.expires_at, d.answer_until) as until, d.ended_at
  from delegations d
    left join people o on o.id = case when d.grantor_id = $1 then d.delegate_id else d.grantor_id end
  where d.grantor_id = $1 or d.delegate_id = $1 order by d.created_at, d.id;

-- record.files $1=patient_id $2=requester_id
select id, key, name, media_type, bytes, created_at from files where id in (
    select q.file_id from request_files q
      left join document_requests d on q.request_kind = 'document' and d.id = q.request_id
      left join budget_requests b on q.request_kind = 'budget' and b.id = q.request_id
      left join contacts c on q.request_kind = 'contact' and c.id = q.request_id
      left join data_requests r on q.request_kind = 'privacy' and r.id = q.request_id
    where coalesce(d.patient_id, b.patient_id, c.patient_id, r.patient_id) = $1
      and ($2::int is null or coalesce(d.requester_id, b.requester_id, c.requester_id, r.requester_id) = $2::int)
    union all
    select order_file_id from budget_requests where patient_id = $1 and ($2::int is null or requester_id = $2::int)
    union all
    select o.file_id from appointment_orders o join appointments a on a.id = o.appointment_id
    where a.patient_id = $1 and ($2::int is null or o.attached_by = $2::int)
  ) order by created_at, id;

-- record.accesses $1=person_id $2=limit_rows
select e.at, e.action, coalesce(e.actor_id = $1, false) as is_self,
    nullif(concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, '')), '') as actor
  from audit_events e left join people a on a.id = e.actor_id
  where e.patient_id = $1 and e.outcome = 'done' order by e.at desc, e.id desc limit $2;
