-- contact.list $1=requester_id $2=patient_ids $3=state $4=patterns $5=limit_rows $6=offset_rows
select c.id, words.subject, words.patient_full_name, c.message, c.state, c.answer, c.answered_at, c.created_at, c.due_at
   from contacts c left join contact_reasons r on r.id = c.reason_id join people p on p.id = c.patient_id
   cross join lateral (
     select coalesce(subject_of_case(c.kind), r.name, case when c.appointment_id is null then 'Imagenología'
       else 'Imagenología: cuestionario de tu hora' end) as subject,
       concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   ) words
   where c.requester_id = $1 and c.patient_id = any($2::int[]) and ($3 = '' or c.state = $3)
     and lower(unaccent(words.subject || ' ' || words.patient_full_name)) like all($4::text[]) order by c.created_at desc, c.id desc limit $5 offset $6;

-- contact.count $1=requester_id $2=patient_ids $3=state $4=patterns
select count(*)::int as count from (select 1 from contacts c left join contact_reasons r on r.id = c.reason_id join people p on p.id = c.patient_id
   cross join lateral (
     select coalesce(subject_of_case(c.kind), r.name, case when c.appointment_id is null then 'Imagenología'
       else 'Imagenología: cuestionario de tu hora' end) as subject,
       concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   ) words
   where c.requester_id = $1 and c.patient_id = any($2::int[]) and ($3 = '' or c.state = $3)
     and lower(unaccent(words.subject || ' ' || words.patient_full_name)) like all($4::text[]) limit 1001) counted;
