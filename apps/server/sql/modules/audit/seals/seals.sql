-- auditSeals.last
select number, first_id, last_id, entries, marks, previous, hash, signature from audit_seals order by number desc limit 1;

-- auditSeals.after $1=number $2=limit_rows
select number, first_id, last_id, entries, marks, previous, hash, signature from audit_seals where number > $1 order by number limit $2;

-- auditSeals.entries $1=after_id $2=up_to_id $3=limit_rows
select id, jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), actor_id, actor_role,
     action, patient_id, object, outcome, host(ip), request_id, detail)::text as text from audit_events where id > $1::bigint and id <= $2::bigint order by id
  limit $3;
