-- complaints.list $1=sites $2=state $3=now $4=patterns $5=order $6=limit_rows $7=offset_rows
select c.id, c.patient_id, case when c.state = 'respondida' then 'sent' when l.contact_id is null then 'received'
  when l.proposed_at is null then 'drafting' else 'review' end as state, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, o.name as site, c.created_at, c.due_at,
  c.answered_at from contacts c join people p on p.id = c.patient_id left join complaint_letters l on l.contact_id = c.id
  left join offices o on o.office_id = c.branch and o.retired_at is null where c.matter = 'complaints' and ($1::int[] is null or o.id is null or o.id = any($1::int[]))
  and ($2 = 'all' or ($2 = 'sent') = (c.state = 'respondida'))
  and ($2 <> 'late' or c.due_at <= $3::timestamptz)
  and lower(unaccent(concat_ws(' ', concat('R-', to_char(c.created_at at time zone 'America/Santiago', 'YYYY-'), repeat('0', 4 - length(c.id::text)), c.id), concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, ''))))) like all($4::text[]) order by case when $5::text = 'patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end, case when $5::text = '-patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end desc, case when $5::text = 'site' then unaccent(lower(o.name)) end, case when $5::text = '-site' then unaccent(lower(o.name)) end desc, case when $5::text = 'received_at' then c.created_at end, case when $5::text = '-received_at' then c.created_at end desc, case when $5::text = 'due_at' then c.due_at end, case when $5::text = '-due_at' then c.due_at end desc, c.state, case when c.state = 'pendiente' then c.due_at end, c.answered_at desc,
     case when c.state = 'pendiente' then c.id end, c.id desc
  limit $6::int offset $7::int;

-- complaints.count $1=sites $2=state $3=now $4=patterns
select count(*)::int as count from (select 1 from contacts c join people p on p.id = c.patient_id left join complaint_letters l on l.contact_id = c.id
  left join offices o on o.office_id = c.branch and o.retired_at is null where c.matter = 'complaints' and ($1::int[] is null or o.id is null or o.id = any($1::int[]))
  and ($2 = 'all' or ($2 = 'sent') = (c.state = 'respondida'))
  and ($2 <> 'late' or c.due_at <= $3::timestamptz)
  and lower(unaccent(concat_ws(' ', concat('R-', to_char(c.created_at at time zone 'America/Santiago', 'YYYY-'), repeat('0', 4 - length(c.id::text)), c.id), concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, ''))))) like all($4::text[]) limit 1001) counted;

-- complaints.find $1=id $2=sites
select c.id, c.patient_id, case when c.state = 'respondida' then 'sent' when l.contact_id is null then 'received'
  when l.proposed_at is null then 'drafting' else 'review' end as state, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, o.name as site, c.created_at, c.due_at,
  c.answered_at, c.message, p.document_type_id as document_type_id, p.document_number as document_number, p.document_country, p.phone, c.requester_id,
    concat_ws(' ', q.first_name, nullif(q.last_name, ''), nullif(q.second_name, '')) as requester_full_name, q.phone as requester_phone,
    l.text, l.written_by, l.written_at, l.proposed_at, l.approved_by, l.approved_at,
    (select concat_ws(' ', w.first_name, nullif(w.last_name, ''), nullif(w.second_name, '')) from people w where w.id = l.written_by) as writer_full_name,
    (select concat_ws(' ', w.first_name, nullif(w.last_name, ''), nullif(w.second_name, '')) from people w where w.id = l.approved_by) as approver_full_name,
    (select json_build_object('at', m.created_at, 'state', m.state) from outbox m
     where m.person_id = c.requester_id and m.template = 'requests.received'
       and m.created_at between c.created_at and c.created_at + interval '1 minute' order by m.id limit 1) as acknowledgement
  from contacts c join people p on p.id = c.patient_id left join complaint_letters l on l.contact_id = c.id
  left join offices o on o.office_id = c.branch and o.retired_at is null join people q on q.id = c.requester_id where c.id = $1 and c.matter = 'complaints' and ($2::int[] is null or o.id is null or o.id = any($2::int[]));

-- complaints.notes $1=id
select n.id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as author, n.text, n.created_at from complaint_notes n join people p on p.id = n.author_id
  where n.contact_id = $1 order by n.id limit 200;

-- complaints.staffName $1=id
select concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as full_name from people p where p.id = $1;
