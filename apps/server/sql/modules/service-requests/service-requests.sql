-- requests.file $1=file_id
select f.key, f.name, f.media_type, q.matter as matter, q.id as request_id, q.requester_id as requester_id,
  q.patient_id as patient_id, q.site_id from request_files r join files f on f.id = r.file_id
     join desk_requests q on q.id = r.request_id and r.request_kind = case q.matter when 'documents' then 'document' when 'budgets' then 'budget'
  when 'privacy' then 'privacy' else 'contact' end
   where r.file_id = $1;

-- requests.orders $1=contact_id
select f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state from contacts c join appointment_orders o on o.appointment_id = c.appointment_id
     join files f on f.id = o.file_id where c.id = $1;

-- requests.order $1=file_id
select f.key, f.name, f.media_type, q.matter as matter, q.id as request_id, q.requester_id as requester_id,
  q.patient_id as patient_id, q.site_id from contacts c join appointment_orders o on o.appointment_id = c.appointment_id
     join files f on f.id = o.file_id join desk_requests q on q.id = c.id and q.matter = 'imaging' where o.file_id = $1;

-- requests.unreadAnswers $1=person_id $2=patient_ids $3=since
select q.matter as matter, q.id as id, q.subject as subject, q.patient_id as patient_id, p.first_name, q.answered_at as answered_at
   from desk_requests q join people p on p.id = q.patient_id
   where q.requester_id = $1 and q.patient_id = any($2::int[]) and q.state = 'respondida'
     and q.answered_at is not null and q.answered_at > $3::timestamptz
     and not exists (select from read_answers r
       where r.person_id = $1 and r.kind = case q.matter when 'documents' then 'document' when 'budgets' then 'budget'
  when 'privacy' then 'privacy' else 'contact' end and r.request_id = q.id)
   order by q.answered_at desc, q.id desc limit 50;

-- requests.countInbox $1=matter $2=state $3=sites $4=late_at
select count(*)::int as count from (select 1 from desk_requests q join people p on p.id = q.patient_id
   where q.matter = $1 and q.state = $2 and ($3::int[] is null or q.site_id is null or q.site_id = any($3::int[]))
     and ($4::timestamptz is null or q.due_at <= $4::timestamptz) limit 1001) counted;

-- requests.pending $1=sites
select matter as matter, count(*)::int as count from desk_requests q where state = 'pendiente' and ($1::int[] is null or q.site_id is null or q.site_id = any($1::int[]))
   group by matter;

-- requests.one $1=matter $2=id
select q.matter as matter, q.id as id, q.subject as subject, q.requester_id as requester_id, q.patient_id as patient_id,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, q.state as state, q.answer, q.answered_at, q.answered_by, q.created_at as created_at,
  q.due_at as due_at, q.site_id from desk_requests q join people p on p.id = q.patient_id where q.matter = $1 and q.id = $2;
