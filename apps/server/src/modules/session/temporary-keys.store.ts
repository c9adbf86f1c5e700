/** Stores temporary passwords: one for each person, until it is used or expires. */
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type TemporaryKey = {
  readonly hash: string
  /** The address that alone received the temporary password; null if a member of staff typed it. */
  readonly mailed_to: string | null
}

const temporaryKey = statement<TemporaryKey, { person_id: number; now: Date }>(
  'session.temporaryKey',
  'select hash, mailed_to from temporary_keys where person_id = :person_id and expires_at > :now::timestamptz',
)
const consumeKey = statement<Pick<TemporaryKey, 'mailed_to'>, { person_id: number; hash: string }>(
  'session.consumeKey',
  'delete from temporary_keys where person_id = :person_id and hash = :hash returning mailed_to',
)
const putKey = statement<never, TemporaryKey & { person_id: number; now: Date; expires_at: Date }>(
  'session.putKey',
  `insert into temporary_keys (person_id, hash, mailed_to, created_at, expires_at)
   values (:person_id, :hash, :mailed_to, :now::timestamptz, :expires_at::timestamptz)
   on conflict (person_id) do update set hash = excluded.hash, mailed_to = excluded.mailed_to,
     created_at = excluded.created_at, expires_at = excluded.expires_at`,
)
const deleteKey = statement<never, { person_id: number }>(
  'session.deleteKey',
  'delete from temporary_keys where person_id = :person_id',
)
const purgeKeys = statement<{ person_id: number }, { now: Date }>(
  'session.purgeKeys',
  'delete from temporary_keys where expires_at < :now::timestamptz returning person_id',
)

export function createTemporaryKeysStore(db: Database) {
  return {
    /** Returns the temporary password of a person that has not expired, or null. */
    temporaryKey: async (personId: number, now: Date) =>
      (await db.run(temporaryKey, { person_id: personId, now }))[0] ?? null,
    /** Stores a temporary password in place of any earlier one. */
    putKey: async (tx: Queries, personId: number, key: TemporaryKey, now: Date, until: Date) => {
      await tx.run(putKey, { ...key, person_id: personId, now, expires_at: until })
    },
    deleteKey: async (tx: Queries, personId: number) => {
      await tx.run(deleteKey, { person_id: personId })
    },
    /** Returns where the temporary password was sent, or null if it was used in the meantime. */
    consumeKey: async (tx: Queries, personId: number, hash: string) =>
      (await tx.run(consumeKey, { person_id: personId, hash }))[0] ?? null,
    /** Removes temporary passwords that have expired; returns their number. */
    purgeKeys: async (now: Date) => (await db.run(purgeKeys, { now })).length,
  }
}
