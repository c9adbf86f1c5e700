import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { Seal } from '../../../platform/security/hash-chain.ts'
import type { SealsSql } from './seals.sql.generated.ts'

const sql = defineSql<SealsSql>('auditSeals')

/** Advisory lock of the server that seals. */
const lockKey = 7_232_026

const newestSql = sql('newest', 'select id from audit_events order by id desc limit 1')
/**
 * Transactions that may have an id for an entry that is not yet visible. They hold this lock from before they take
 * the id until they end.
 */
const writersSql = sql(
  'writers',
  `select distinct virtualtransaction as writer! from pg_locks
   where relation = 'audit_events'::regclass and mode = 'RowExclusiveLock' and granted
     and database = (select oid from pg_database where datname = current_database())`,
)
const tryLockSql = sql('lock', 'select pg_try_advisory_xact_lock(:lock_key::bigint) as locked!')
const columns = 'number, first_id, last_id, entries, marks, previous, hash, signature'
const lastSeal = sql('last', `select ${columns} from audit_seals order by number desc limit 1`)
const lastIdSql = sql('lastId', 'select last_id from audit_seals order by number desc limit 1')
const sealsAfterSql = sql(
  'after',
  `select ${columns} from audit_seals where number > :number order by number limit :limit_rows`,
)
/**
 * The text of an entry for hashing. Contains every column, so that any change is noticed; the text of jsonb and the
 * UTC time do not depend on settings of the session.
 */
const entryText = `jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), actor_id, actor_role,
     action, patient_id, object, outcome, host(ip), request_id, detail)::text as text!`
const entriesSql = sql(
  'entries',
  `select id, ${entryText} from audit_events where id > :after_id::bigint and id <= :up_to_id::bigint order by id
   limit :limit_rows`,
)
const addSql = sql(
  'add',
  `insert into audit_seals (number, first_id, last_id, entries, marks, previous, hash, signature, sealed_at)
   values (:number, :first_id, :last_id, :entries, :marks, :previous, :hash, :signature, :now::timestamptz)`,
)

export const newest = async (db: Queries) => (await db.run(newestSql, {}))[0]?.id ?? 0

export const writers = async (db: Queries) => (await db.run(writersSql, {})).map(({ writer }) => writer)

/** Returns whether this transaction is now the only one that seals. */
export const tryLock = async (tx: Queries) =>
  (await tx.run(tryLockSql, { lock_key: lockKey }))[0]?.locked === true

export const last = async (tx: Queries): Promise<Seal | null> => (await tx.run(lastSeal, {}))[0] ?? null

/** Returns the id of the last sealed entry, before which no entry can appear any more; 0 without a seal. */
export const lastId = async (db: Queries) => (await db.run(lastIdSql, {}))[0]?.last_id ?? 0

export const sealsAfter = (db: Queries, number: number, most: number) =>
  db.run(sealsAfterSql, { number, limit_rows: most })

/** Returns the entries with an id after `after` and up to `upTo`, in order. */
export const entries = (from: Queries, after: number, upTo: number, most: number) =>
  from.run(entriesSql, { after_id: after, up_to_id: upTo, limit_rows: most })

export const add = async (tx: Queries, seal: Seal, now: Date) => {
  const { number, first_id, last_id, marks, previous, hash, signature } = seal
  await tx.run(addSql, {
    number,
    first_id,
    last_id,
    entries: seal.entries,
    marks,
    previous,
    hash,
    signature,
    now,
  })
}
