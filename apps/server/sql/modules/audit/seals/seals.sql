-- auditSeals.newest
select id from audit_events order by id desc limit 1;

-- auditSeals.writers
select distinct virtualtransaction as writer from pg_locks
  where relation = 'audit_events'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database());

-- auditSeals.lock $1=lock_key
select pg_try_advisory_xact_lock($1::bigint) as locked;

-- auditSeals.last
select number, first_id, last_id, entries, marks, previous, hash, signature from audit_seals order by number desc limit 1;

-- auditSeals.lastId
select last_id from audit_seals order by number desc limit 1;

-- auditSeals.after $1=number $2=limit_rows
select number, first_id, last_id, entries, marks, previous, hash, signature from audit_seals where number > $1 order by number limit $2;

-- auditSeals.entries $1=after_id $2=up_to_id $3=limit_rows
select id, jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), actor_id, actor_role,
     action, patient_id, object, outcome, host(ip), request_id, detail)::text as text from audit_events where id > $1::bigint and id <= $2::bigint order by id
  limit $3;

-- auditSeals.add $1=number $2=first_id $3=last_id $4=entries $5=marks $6=previous $7=hash $8=signature $9=now
insert into audit_seals (number, first_id, last_id, entries, marks, previous, hash, signature, sealed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz);
