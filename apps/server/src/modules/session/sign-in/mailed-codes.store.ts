import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

type NewCode = {
  readonly token_hash: Uint8Array
  readonly person_id: number
  /** Hash of the temporary password that was used. */
  readonly temporary_key_hash: string
  readonly code_hash: Uint8Array
  readonly now: Date
  readonly expires_at: Date
}

const put = statement<never, NewCode>(
  'mailedCodes.put',
  `insert into mailed_codes (token_hash, person_id, temporary_key_hash, code_hash, created_at, expires_at)
   values (:token_hash, :person_id, :temporary_key_hash, :code_hash, :now::timestamptz, :expires_at::timestamptz)`,
)
const attempt = statement<
  { person_id: number; temporary_key_hash: string; code_hash: Uint8Array },
  { token_hash: Uint8Array; now: Date; most: number }
>(
  'mailedCodes.attempt',
  `update mailed_codes set tries = tries + 1
   where token_hash = :token_hash and expires_at > :now::timestamptz and tries < :most::int
   returning person_id, temporary_key_hash, code_hash`,
)
const owner = statement<{ person_id: number }, { token_hash: Uint8Array }>(
  'mailedCodes.owner',
  'select person_id from mailed_codes where token_hash = :token_hash',
)
const consume = statement<{ person_id: number }, { token_hash: Uint8Array }>(
  'mailedCodes.consume',
  'delete from mailed_codes where token_hash = :token_hash returning person_id',
)
const forget = statement<never, { person_id: number }>(
  'mailedCodes.forget',
  'delete from mailed_codes where person_id = :person_id',
)
const purge = statement<{ person_id: number }, { now: Date }>(
  'mailedCodes.purge',
  'delete from mailed_codes where expires_at <= :now::timestamptz returning person_id',
)

export function createMailedCodesStore(db: Database) {
  return {
    put: async (tx: Queries, code: NewCode) => {
      await tx.run(put, code)
    },
    /** Returns the person of a challenge, or null if the challenge is unknown. */
    ownerOf: async (tokenHash: Uint8Array) =>
      (await db.run(owner, { token_hash: tokenHash }))[0]?.person_id ?? null,
    /** Counts an attempt; null if the challenge is unknown, has expired or has no attempts left. */
    attempt: async (tokenHash: Uint8Array, now: Date, most: number) =>
      (await db.run(attempt, { token_hash: tokenHash, now, most }))[0] ?? null,
    /** Returns false if the code was used already. */
    consume: async (tokenHash: Uint8Array) => (await db.run(consume, { token_hash: tokenHash })).length > 0,
    forget: async (tx: Queries, personId: number) => {
      await tx.run(forget, { person_id: personId })
    },
    purge: async (now: Date) => (await db.run(purge, { now })).length,
  }
}

export type MailedCodesStore = ReturnType<typeof createMailedCodesStore>
