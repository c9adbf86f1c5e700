-- session.putKey $1=person_id $2=now $3=hash $4=tag $5=mailed_to $6=expires_at
with kept as (
    select hash from temporary_keys where person_id = $1 and expires_at > $2::timestamptz
    order by created_at desc limit 2
  ), replaced as (
    delete from temporary_keys where person_id = $1 and hash not in (select hash from kept)
  )
  insert into temporary_keys (person_id, hash, tag, mailed_to, created_at, expires_at)
  values ($1, $3, $4::bytea, $5, $2::timestamptz, $6::timestamptz);
