-- profile.countTrail $1=person_id $2=since $3=before $4=others_only
select count(*)::int as count from (select 1 from (
     (select e.id, e.at, e.actor_id, e.actor_role, e.action, e.outcome, e.ip, e.detail from audit_events e
      where e.patient_id = $1 and e.outcome = 'done' and ($2::timestamptz is null or e.at >= $2::timestamptz)
    and ($3::timestamptz is null or e.at < $3::timestamptz)
        and not ($4::boolean and e.actor_id is not distinct from $1)
      limit 1001)
     union all
     (select e.id, e.at, e.actor_id, e.actor_role, e.action, e.outcome, e.ip, e.detail from audit_events e
      where e.actor_id = $1 and e.action = 'session.open' and e.patient_id is null and ($2::timestamptz is null or e.at >= $2::timestamptz)
    and ($3::timestamptz is null or e.at < $3::timestamptz)
        and not ($4::boolean and e.outcome = 'done')
      limit 1001)
   ) e limit 1001) counted;

-- profile.pageTrail $1=person_id $2=since $3=before $4=others_only $5=limit_rows $6=offset_rows
select e.id as id, e.at as at, e.actor_id, e.actor_role as actor_role, e.action as action, e.outcome as outcome, host(e.ip) as ip, e.detail as detail, a.first_name, a.last_name,
    a.second_name, c.id as claim_id, c.created_at as claimed_at, c.due_at as claim_due_at, c.state as claim_state, c.answer,
    c.answered_at
  from (
    select e.* from (
     (select e.id, e.at, e.actor_id, e.actor_role, e.action, e.outcome, e.ip, e.detail from audit_events e
      where e.patient_id = $1 and e.outcome = 'done' and ($2::timestamptz is null or e.at >= $2::timestamptz)
    and ($3::timestamptz is null or e.at < $3::timestamptz)
        and not ($4::boolean and e.actor_id is not distinct from $1)
      order by e.at desc, e.id desc limit $5::int + $6::int)
     union all
     (select e.id, e.at, e.actor_id, e.actor_role, e.action, e.outcome, e.ip, e.detail from audit_events e
      where e.actor_id = $1 and e.action = 'session.open' and e.patient_id is null and ($2::timestamptz is null or e.at >= $2::timestamptz)
    and ($3::timestamptz is null or e.at < $3::timestamptz)
        and not ($4::boolean and e.outcome = 'done')
      order by e.at desc, e.id desc limit $5::int + $6::int)
   ) e
    order by e.at desc, e.id desc limit $5::int offset $6::int) e
  left join people a on a.id = e.actor_id
  left join lateral (
    select q.* from data_requests q where q.audit_event_id = e.id and q.patient_id = $1 order by q.id desc limit 1
  ) c on true
  order by e.at desc, e.id desc;
