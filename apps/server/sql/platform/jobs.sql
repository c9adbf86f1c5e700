-- jobs.claim $1=names $2=in_progress $3=limit_rows
with due as (
    select name from periodic_jobs
    where due_at <= now() and (claimed_until is null or claimed_until <= now())
      and name = any ($1::text[]) and name <> all ($2::text[])
    order by due_at, name limit $3::int
    for update skip locked
  )
  update periodic_jobs j set claim = j.claim + 1, attempts = j.attempts + 1, claimed_until = now() + interval '1 minute'
  from due where j.name = due.name
  returning j.name, j.claim, j.attempts, now() as began_at;

-- jobs.renew $1=name $2=claim
update periodic_jobs set claimed_until = now() + interval '1 minute' where name = $1 and claim = $2;
