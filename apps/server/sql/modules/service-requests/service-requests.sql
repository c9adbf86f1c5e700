-- requests.file $1=file_id
select f.key, f.name, f.media_type, q.matter as matter, q.id as request_id, q.requester_id as requester_id,
  q.patient_id as patient_id, q.site_id, q.claimed_person_id from request_files r join files f on f.id = r.file_id
    join desk_requests q on q.id = r.request_id and r.request_kind = q.kind
  where r.file_id = $1;

-- requests.orders $1=contact_id
select f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state from contacts c join appointment_orders o on o.appointment_id = c.appointment_id
     join files f on f.id = o.file_id where c.id = $1;

-- requests.order $1=file_id
select f.key, f.name, f.media_type, q.matter as matter, q.id as request_id, q.requester_id as requester_id,
  q.patient_id as patient_id, q.site_id, q.claimed_person_id from contacts c join appointment_orders o on o.appointment_id = c.appointment_id
     join files f on f.id = o.file_id join desk_requests q on q.id = c.id and q.matter = 'imaging' where o.file_id = $1;

-- requests.openPage $1=matter $2=state $3=sites $4=reader_id $5=late_at $6=assignee_id $7=order $8=limit_rows $9=offset_rows
select q.matter as matter, q.id as id, q.kind as kind, q.subject as subject, q.requester_id as requester_id,
  q.patient_id as patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, q.state as state, q.answer, q.answered_at, q.answered_by,
  q.replied_at, q.created_at as created_at, q.due_at as due_at, q.closed_at, q.staff_read_at, q.site_id, q.claimed_person_id,
  q.asked_at > coalesce(q.staff_read_at, q.answered_at, '-infinity') as is_unread,
  (select json_build_object('id', a.id, 'full_name', concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, ''))) from people a where a.id = q.assignee_id) as assignee from desk_requests q join people p on p.id = q.patient_id
   where q.matter = $1 and q.state = $2 and ($3::int[] is null or q.site_id is null or q.site_id = any($3::int[]))
     and q.claimed_person_id is distinct from $4::int
     and ($5::timestamptz is null or q.due_at <= $5::timestamptz)
     and ($6::int is null or q.assignee_id = $6::int) order by case when $7::text = 'subject' then unaccent(lower(q.subject)) end, case when $7::text = '-subject' then unaccent(lower(q.subject)) end desc, case when $7::text = 'patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end, case when $7::text = '-patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end desc, case when $7::text = 'created_at' then q.created_at end, case when $7::text = '-created_at' then q.created_at end desc, case when $7::text = 'due_at' then q.due_at end, case when $7::text = '-due_at' then q.due_at end desc, q.due_at, q.created_at, q.id limit $8::int offset $9::int;

-- requests.answeredPage $1=matter $2=state $3=sites $4=reader_id $5=late_at $6=assignee_id $7=order $8=limit_rows $9=offset_rows
select q.matter as matter, q.id as id, q.kind as kind, q.subject as subject, q.requester_id as requester_id,
  q.patient_id as patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, q.state as state, q.answer, q.answered_at, q.answered_by,
  q.replied_at, q.created_at as created_at, q.due_at as due_at, q.closed_at, q.staff_read_at, q.site_id, q.claimed_person_id,
  q.asked_at > coalesce(q.staff_read_at, q.answered_at, '-infinity') as is_unread,
  (select json_build_object('id', a.id, 'full_name', concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, ''))) from people a where a.id = q.assignee_id) as assignee from desk_requests q join people p on p.id = q.patient_id
   where q.matter = $1 and q.state = $2 and ($3::int[] is null or q.site_id is null or q.site_id = any($3::int[]))
     and q.claimed_person_id is distinct from $4::int
     and ($5::timestamptz is null or q.due_at <= $5::timestamptz)
     and ($6::int is null or q.assignee_id = $6::int) order by case when $7::text = 'subject' then unaccent(lower(q.subject)) end, case when $7::text = '-subject' then unaccent(lower(q.subject)) end desc, case when $7::text = 'patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end, case when $7::text = '-patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end desc, case when $7::text = 'created_at' then q.created_at end, case when $7::text = '-created_at' then q.created_at end desc, case when $7::text = 'due_at' then q.due_at end, case when $7::text = '-due_at' then q.due_at end desc, q.replied_at desc, q.id desc limit $8::int offset $9::int;

-- requests.countInbox $1=matter $2=state $3=sites $4=reader_id $5=late_at $6=assignee_id
select count(*)::int as count from (select 1 from desk_requests q join people p on p.id = q.patient_id
   where q.matter = $1 and q.state = $2 and ($3::int[] is null or q.site_id is null or q.site_id = any($3::int[]))
     and q.claimed_person_id is distinct from $4::int
     and ($5::timestamptz is null or q.due_at <= $5::timestamptz)
     and ($6::int is null or q.assignee_id = $6::int) limit 1001) counted;

-- requests.foundPage $1=matters $2=sites $3=reader_id $4=number $5=patterns $6=order $7=limit_rows $8=offset_rows
select q.matter as matter, q.id as id, q.kind as kind, q.subject as subject, q.requester_id as requester_id,
  q.patient_id as patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, q.state as state, q.answer, q.answered_at, q.answered_by,
  q.replied_at, q.created_at as created_at, q.due_at as due_at, q.closed_at, q.staff_read_at, q.site_id, q.claimed_person_id,
  q.asked_at > coalesce(q.staff_read_at, q.answered_at, '-infinity') as is_unread,
  (select json_build_object('id', a.id, 'full_name', concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, ''))) from people a where a.id = q.assignee_id) as assignee from desk_requests q join people p on p.id = q.patient_id
   where q.matter = any($1::text[]) and ($2::int[] is null or q.site_id is null or q.site_id = any($2::int[]))
     and q.claimed_person_id is distinct from $3::int and (q.id = $4::int
     or cardinality($5::text[]) > 0 and (q.patient_id in (select f.id from people f where f.search like all(select folded(word) from unnest($5::text[]) word)) or q.requester_id in (select f.id from people f where f.search like all(select folded(word) from unnest($5::text[]) word)))) order by case when $6::text = 'subject' then unaccent(lower(q.subject)) end, case when $6::text = '-subject' then unaccent(lower(q.subject)) end desc, case when $6::text = 'patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end, case when $6::text = '-patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end desc, case when $6::text = 'created_at' then q.created_at end, case when $6::text = '-created_at' then q.created_at end desc, case when $6::text = 'due_at' then q.due_at end, case when $6::text = '-due_at' then q.due_at end desc, q.created_at desc, q.id desc limit $7::int offset $8::int;

-- requests.countFound $1=matters $2=sites $3=reader_id $4=number $5=patterns
select count(*)::int as count from (select 1 from desk_requests q join people p on p.id = q.patient_id
   where q.matter = any($1::text[]) and ($2::int[] is null or q.site_id is null or q.site_id = any($2::int[]))
     and q.claimed_person_id is distinct from $3::int and (q.id = $4::int
     or cardinality($5::text[]) > 0 and (q.patient_id in (select f.id from people f where f.search like all(select folded(word) from unnest($5::text[]) word)) or q.requester_id in (select f.id from people f where f.search like all(select folded(word) from unnest($5::text[]) word)))) limit 1001) counted;

-- requests.pending $1=sites $2=reader_id
select matter as matter, count(*)::int as count from desk_requests q where state = 'pendiente' and ($1::int[] is null or q.site_id is null or q.site_id = any($1::int[]))
     and q.claimed_person_id is distinct from $2::int
  group by matter;

-- requests.staff
select p.id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as full_name, p.rol, p.permission_set, p.site_ids from people p
  where p.rol <> 'STANDART_ROLE' and p.status = 1 and p.deleted_at is null and p.deceased_at is null order by 2, 1;

-- requests.one $1=matter $2=id
select q.matter as matter, q.id as id, q.kind as kind, q.subject as subject, q.requester_id as requester_id,
  q.patient_id as patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, q.state as state, q.answer, q.answered_at, q.answered_by,
  q.replied_at, q.created_at as created_at, q.due_at as due_at, q.closed_at, q.staff_read_at, q.site_id, q.claimed_person_id,
  q.asked_at > coalesce(q.staff_read_at, q.answered_at, '-infinity') as is_unread,
  (select json_build_object('id', a.id, 'full_name', concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, ''))) from people a where a.id = q.assignee_id) as assignee,
    (select r.read_at from read_answers r where r.person_id = q.requester_id and r.kind = q.kind and r.request_id = q.id) as patient_read_at
  from desk_requests q join people p on p.id = q.patient_id where q.matter = $1 and q.id = $2;
