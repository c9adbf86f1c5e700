import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type { Seal, SealedEntry } from '../../../platform/security/hash-chain.ts'

/** Advisory lock of the server that seals. */
const lockKey = 7_232_026

const newest = statement<{ id: number }>(
  'auditSeals.newest',
  'select id from audit_events order by id desc limit 1',
)
/**
 * Transactions that may have an id for an entry that is not yet visible. They hold this lock from before they take
 * the id until they end.
 */
const writers = statement<{ writer: string }>(
  'auditSeals.writers',
  `select distinct virtualtransaction as writer from pg_locks
   where relation = 'audit_events'::regclass and mode = 'RowExclusiveLock' and granted
     and database = (select oid from pg_database where datname = current_database())`,
)
const tryLock = statement<{ locked: boolean }, { lock_key: number }>(
  'auditSeals.lock',
  'select pg_try_advisory_xact_lock(:lock_key::bigint) as locked',
)
const columns = 'number, first_id, last_id, entries, marks, previous, hash, signature'
const lastSeal = statement<Seal>(
  'auditSeals.last',
  `select ${columns} from audit_seals order by number desc limit 1`,
)
const lastId = statement<{ last_id: number }>(
  'auditSeals.lastId',
  'select last_id from audit_seals order by number desc limit 1',
)
const sealsAfter = statement<Seal, { number: number; limit_rows: number }>(
  'auditSeals.after',
  `select ${columns} from audit_seals where number > :number order by number limit :limit_rows`,
)
/**
 * The text of an entry for hashing. Contains every column, so that any change is noticed; the text of jsonb and the
 * UTC time do not depend on settings of the session.
 */
const entryText = `jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), actor_id, actor_role,
     action, patient_id, object, outcome, host(ip), request_id, detail)::text as text`
const entries = statement<SealedEntry, { after_id: number; up_to_id: number; limit_rows: number }>(
  'auditSeals.entries',
  `select id, ${entryText} from audit_events where id > :after_id::bigint and id <= :up_to_id::bigint order by id
   limit :limit_rows`,
)
const add = statement<
  never,
  {
    number: number
    first_id: number
    last_id: number
    entries: number
    marks: Seal['marks']
    previous: Uint8Array
    hash: Uint8Array
    signature: Uint8Array
    now: Date
  }
>(
  'auditSeals.add',
  `insert into audit_seals (number, first_id, last_id, entries, marks, previous, hash, signature, sealed_at)
   values (:number, :first_id, :last_id, :entries, :marks, :previous, :hash, :signature, :now::timestamptz)`,
)

export function createSealsStore(db: Database) {
  return {
    newest: async () => (await db.run(newest, []))[0]?.id ?? 0,
    writers: async () => (await db.run(writers, [])).map(({ writer }) => writer),
    /** Returns whether this transaction is now the only one that seals. */
    tryLock: async (tx: Queries) => (await tx.run(tryLock, { lock_key: lockKey }))[0]?.locked === true,
    last: async (tx: Queries): Promise<Seal | null> => (await tx.run(lastSeal, []))[0] ?? null,
    /** Returns the id of the last sealed entry, before which no entry can appear any more; 0 without a seal. */
    lastId: async () => (await db.run(lastId, []))[0]?.last_id ?? 0,
    sealsAfter: (number: number, most: number) => db.run(sealsAfter, { number, limit_rows: most }),
    /** Returns the entries with an id after `after` and up to `upTo`, in order. */
    entries: (from: Queries, after: number, upTo: number, most: number) =>
      from.run(entries, { after_id: after, up_to_id: upTo, limit_rows: most }),
    add: async (tx: Queries, seal: Seal, now: Date) => {
      const { number, first_id, last_id, marks, previous, hash, signature } = seal
      await tx.run(add, {
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
    },
  }
}

export type SealsStore = ReturnType<typeof createSealsStore>
