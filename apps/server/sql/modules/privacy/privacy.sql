-- privacy.list $1=person_id $2=patient_ids $3=limit_rows $4=offset_rows
select q.id, q.kind, q.requester_id, q.message, q.state, q.answer, q.answered_at, q.created_at, q.due_at,
     q.extension_reason,
     concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   from (select q.* from data_requests q
   where (q.requester_id = $1 and q.patient_id = any($2::int[])) or q.patient_id = $1 order by q.created_at desc, q.id desc limit $3 offset $4) q
     join people p on p.id = q.patient_id
   order by q.created_at desc, q.id desc;

-- privacy.count $1=person_id $2=patient_ids
select count(*)::int as count from (select 1 from data_requests q
   where (q.requester_id = $1 and q.patient_id = any($2::int[])) or q.patient_id = $1 limit 1001) counted;
