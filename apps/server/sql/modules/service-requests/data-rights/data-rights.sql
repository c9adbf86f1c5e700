-- dataRights.insert $1=requester_id $2=patient_id $3=now $4=due_at $5=fields
insert into data_requests (requester_id, patient_id, kind, message, audit_event_id, claimed_person_id, state, created_at, due_at)
   select $1::int, $2::int, kind, message, audit_event_id, claimed_person_id, 'pendiente', $3::timestamptz, $4::timestamptz
   from jsonb_populate_record(null::data_requests, $5::jsonb) returning id;

-- dataRights.answer $1=text $2=answered_by $3=now $4=id
update data_requests set state = 'respondida', answer = $1, answered_by = $2::int, answered_at = $3::timestamptz
   where id = $4 and state = 'pendiente' and answered_at is null returning id;

-- dataRights.list $1=person_id $2=patient_ids $3=limit_rows $4=offset_rows
select q.id, q.kind, q.requester_id, q.message, q.state, q.answer, q.answered_at, q.created_at, q.due_at,
    q.extension_reason, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
  from (select q.* from data_requests q
   where (q.requester_id = $1 and q.patient_id = any($2::int[])) or q.patient_id = $1 order by q.created_at desc, q.id desc limit $3 offset $4) q
    join people p on p.id = q.patient_id
  order by q.created_at desc, q.id desc;

-- dataRights.count $1=person_id $2=patient_ids
select count(*)::int as count from (select 1 from data_requests q
   where (q.requester_id = $1 and q.patient_id = any($2::int[])) or q.patient_id = $1 limit 1001) counted;

-- dataRights.one $1=id
select q.id, q.kind, q.requester_id, q.patient_id, q.message, q.state, q.created_at, q.due_at, q.extended_at, q.extension_reason,
    e.at as accessed_at, e.action, e.actor_role, concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, '')) as actor_full_name
  from data_requests q left join audit_events e on e.id = q.audit_event_id left join people a on a.id = e.actor_id
  where q.id = $1;
