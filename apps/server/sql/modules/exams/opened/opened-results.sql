-- openedResults.add $1=person_id $2=exam_id $3=now
insert into opened_results (person_id, exam_id, opened_at) values ($1, $2, $3::timestamptz)
  on conflict (person_id, exam_id) do nothing;

-- openedResults.readings $1=exam_ids $2=patient_ids $3=person_id
select asked.patient_id as patient_id, greatest(r.date_creation, coalesce(l.approved_at, d.accepted_at)) as since,
    array(select o.exam_id from opened_results o where o.person_id = r.id and o.exam_id = any($1::int[])) as opened
  from people r cross join unnest($2::int[]) asked (patient_id)
    left join family_links l on l.leader_id = r.id and l.member_id = asked.patient_id and l.state = 'approved'
    left join delegations d on d.delegate_id = r.id and d.grantor_id = asked.patient_id and d.state = 'accepted'
  where r.id = $3;

-- openedResults.remove $1=person_id
delete from opened_results where person_id = $1;
