import { defineSql, type Row } from './database/statement.ts'
import type { JobsSql } from './jobs.sql.generated.ts'

const sql = defineSql<JobsSql>('jobs')

export type ClaimedJob = Row<typeof claimJobs>

export const readTime = sql('time')`select now() as now!`

// A job that is due stays due, and one whose time was moved by a wrong clock comes back to its next time.
export const putJobs = sql('put')`
  insert into periodic_jobs as stored (name, due_at)
  select j.name, j.due_at from jsonb_to_recordset(:jobs::jsonb) as j (name text, due_at timestamptz)
  on conflict (name) do update set due_at = least(stored.due_at, excluded.due_at)`
export const removeOtherJobs = sql('removeOthers')`
  delete from periodic_jobs where name <> all (:names::text[])`

const lease = `now() + interval '1 minute'`

export const claimJobs = sql('claim')`
  with due as (
    select name from periodic_jobs
    where due_at <= now() and (claimed_until is null or claimed_until <= now())
      and name = any (:names::text[]) and name <> all (:in_progress::text[])
    order by due_at, name limit :limit_rows::int
    for update skip locked
  )
  update periodic_jobs j set claim = j.claim + 1, attempts = j.attempts + 1, claimed_until = ${lease}
  from due where j.name = due.name
  returning j.name, j.claim, j.attempts, now() as began_at!`
export const renewJob = sql('renew')`
  update periodic_jobs set claimed_until = ${lease} where name = :name and claim = :claim`
export const finishJob = sql('finish')`
  update periodic_jobs set due_at = :due_at::timestamptz, attempts = 0, claimed_until = null
  where name = :name and claim = :claim`
export const retryJob = sql('retry')`
  update periodic_jobs set due_at = now() + make_interval(secs => :seconds::int), claimed_until = null
  where name = :name and claim = :claim`
