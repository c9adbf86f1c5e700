-- contact.insert $1=requester_id $2=patient_id $3=now $4=due_at $5=fields
insert into contacts (requester_id, patient_id, matter, reason_id, kind, message, imaging, appointment_id, branch, exam_date, exam_type, exam_name, state, created_at, due_at)
   select $1::int, $2::int, matter, reason_id, kind, message, imaging, appointment_id, branch, exam_date, exam_type, exam_name, 'pendiente', $3::timestamptz, $4::timestamptz
   from jsonb_populate_record(null::contacts, $5::jsonb) returning id;

-- contact.answer $1=text $2=answered_by $3=now $4=id
update contacts set state = 'respondida', answer = $1, answered_by = $2::int, answered_at = $3::timestamptz
   where id = $4 and state = 'pendiente' and answered_at is null returning id;

-- contact.state $1=state $2=answered_at $3=id
update contacts set state = $1, answered_at = coalesce(answered_at, $2::timestamptz) where id = $3;

-- contact.list $1=requester_id $2=patient_ids $3=state $4=patterns $5=limit_rows $6=offset_rows
select c.id, words.subject, words.patient_full_name, c.message, c.state, c.answer, c.answered_at, c.created_at, c.matter, coalesce(t.due_at, c.due_at) as due_at, t.closed_at is not null as is_closed,
     coalesce(t.replied_at, c.answered_at) > coalesce(r.read_at, '-infinity') is true as is_unread,
    exists (select from complaint_letters l where l.contact_id = c.id and l.proposed_at is not null) as is_in_review
  from contacts c left join contact_reasons o on o.id = c.reason_id join people p on p.id = c.patient_id left join request_threads t on t.request_kind = 'contact' and t.request_id = c.id
     left join read_answers r on r.kind = 'contact' and r.request_id = c.id and r.person_id = c.requester_id
   cross join lateral (
     select coalesce(subject_of_case(c.kind), o.name, case when c.appointment_id is null then 'Imagenología'
       else 'Imagenología: cuestionario de tu hora' end) as subject, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   ) words
   where c.requester_id = $1 and c.patient_id = any($2::int[]) and ($3 = '' or c.state = $3)
     and lower(unaccent(words.subject || ' ' || words.patient_full_name)) like all($4::text[]) order by c.created_at desc, c.id desc limit $5 offset $6;

-- contact.count $1=requester_id $2=patient_ids $3=state $4=patterns
select count(*)::int as count from (select 1 from contacts c left join contact_reasons o on o.id = c.reason_id join people p on p.id = c.patient_id 
   cross join lateral (
     select coalesce(subject_of_case(c.kind), o.name, case when c.appointment_id is null then 'Imagenología'
       else 'Imagenología: cuestionario de tu hora' end) as subject, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   ) words
   where c.requester_id = $1 and c.patient_id = any($2::int[]) and ($3 = '' or c.state = $3)
     and lower(unaccent(words.subject || ' ' || words.patient_full_name)) like all($4::text[]) limit 1001) counted;

-- contact.detail $1=id
select c.matter, c.reason_id, c.kind, c.message, c.imaging, c.appointment_id, c.branch, c.exam_date, c.exam_type, c.exam_name,
    case when a.id is not null then jsonb_build_object('starts_at', a.starts_at, 'doctor_name', a.doctor_name,
      'place', a.place_detail, 'state', a.state, 'order_name', f.name) end as appointment
  from contacts c left join appointments a on a.id = c.appointment_id
    left join appointment_orders o on o.appointment_id = a.id left join files f on f.id = o.file_id
  where c.id = $1;
