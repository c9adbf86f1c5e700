-- documents.insert $1=requester_id $2=patient_id $3=now $4=due_at $5=fields
insert into document_requests (requester_id, patient_id, document_kind_id, comment, state, created_at, due_at)
   select $1::int, $2::int, document_kind_id, comment, 'pendiente', $3::timestamptz, $4::timestamptz
   from jsonb_populate_record(null::document_requests, $5::jsonb) returning id;

-- documents.answer $1=text $2=answered_by $3=now $4=id
update document_requests set state = 'respondida', answer = $1, answered_by = $2::int, answered_at = $3::timestamptz
   where id = $4 and state = 'pendiente' and answered_at is null returning id;

-- documents.state $1=state $2=answered_at $3=id
update document_requests set state = $1, answered_at = coalesce(answered_at, $2::timestamptz) where id = $3;

-- documents.list $1=requester_id $2=patient_ids $3=limit_rows $4=offset_rows
select d.id, k.id as kind_id, k.name as kind_name, d.comment, d.state, d.answer, d.answered_at, d.created_at, coalesce(t.due_at, d.due_at) as due_at, t.closed_at is not null as is_closed,
     coalesce(t.replied_at, d.answered_at) > coalesce(r.read_at, '-infinity') is true as is_unread,
    concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
  from (select d.* from document_requests d where d.requester_id = $1 and d.patient_id = any($2::int[]) order by d.created_at desc, d.id desc limit $3 offset $4) d
    join document_kinds k on k.id = d.document_kind_id join people p on p.id = d.patient_id left join request_threads t on t.request_kind = 'document' and t.request_id = d.id
     left join read_answers r on r.kind = 'document' and r.request_id = d.id and r.person_id = d.requester_id
  order by d.created_at desc, d.id desc;

-- documents.count $1=requester_id $2=patient_ids
select count(*)::int as count from (select 1 from document_requests d where d.requester_id = $1 and d.patient_id = any($2::int[]) limit 1001) counted;
