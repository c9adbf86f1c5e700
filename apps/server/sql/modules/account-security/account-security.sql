-- accountSecurity.signIns $1=person_id $2=since $3=limit_rows $4=offset_rows
select id, at, outcome, host(ip) as ip, detail as detail from audit_events
   where actor_id = $1 and action = 'session.open' and at >= $2::timestamptz order by at desc, id desc limit $3 offset $4;

-- accountSecurity.countSignIns $1=person_id $2=since
select count(*)::int as count from (select 1 from audit_events
   where actor_id = $1 and action = 'session.open' and at >= $2::timestamptz limit 1001) counted;

-- accountSecurity.signIn $1=person_id $2=since $3=id
select id, at, outcome, host(ip) as ip, detail as detail from audit_events
   where actor_id = $1 and action = 'session.open' and at >= $2::timestamptz and id = $3;
