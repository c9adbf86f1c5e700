-- auditStream.position $1=destination
select last_id from audit_streams where destination = $1;

-- auditStream.next $1=after_id $2=limit_rows
select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor_id, actor_role, action,
    patient_id, object, outcome, host(ip) as ip, request_id, detail as detail
  from audit_events
  where id > $1::bigint and id <= (select coalesce(max(last_id), 0) from audit_seals) order by id
    limit $2;

-- auditStream.advance $1=destination $2=last_id $3=now $4=previous_id
insert into audit_streams as s (destination, last_id, sent_at) values ($1, $2, $3::timestamptz)
  on conflict (destination) do update set last_id = excluded.last_id, sent_at = excluded.sent_at
    where s.last_id = $4::bigint
  returning last_id;
