import { defineSql } from '../../../platform/database/statement.ts'
import type { SealsSql } from './seals.sql.generated.ts'

const sql = defineSql<SealsSql>('auditSeals')

export const findNewest = sql('newest')`select id from audit_events order by id desc limit 1`
/** Transactions that may have an id for an entry that is not visible yet: they hold this lock from before it until they end. */
export const listWriters = sql('writers')`
  select distinct virtualtransaction as writer! from pg_locks
  where relation = 'audit_events'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database())`
export const tryLock = sql('lock')`select pg_try_advisory_xact_lock(:lock_key::bigint) as locked!`
const columns = 'number, first_id, last_id, entries, marks, previous, hash, signature'
export const findLast = sql('last')`select ${columns} from audit_seals order by number desc limit 1`
export const findLastId = sql('lastId')`select last_id from audit_seals order by number desc limit 1`
export const listSealsAfter = sql('after')`
  select ${columns} from audit_seals where number > :number order by number limit :limit_rows`
/** Contains every column, so that any change is noticed. It does not depend on settings of the session. */
const entryText = `jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), actor_id, actor_role,
     action, patient_id, object, outcome, host(ip), request_id, detail)::text as text!`
export const listEntries = sql('entries')`
  select id, ${entryText} from audit_events where id > :after_id::bigint and id <= :up_to_id::bigint order by id
  limit :limit_rows`
export const insertSeal = sql('add')`
  insert into audit_seals (number, first_id, last_id, entries, marks, previous, hash, signature, sealed_at)
  values (:number, :first_id, :last_id, :entries, :marks, :previous, :hash, :signature, :now::timestamptz)`
