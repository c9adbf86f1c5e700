import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

type NewCode = {
  readonly person_id: number
  readonly code_hash: Uint8Array
  readonly created_by: number
  readonly now: Date
  readonly expires_at: Date
}

export type StoredCode = { readonly code_hash: Uint8Array; readonly created_by: number }

const put = statement<never, NewCode>(
  'resetCodes.put',
  `insert into second_factor_reset_codes (person_id, code_hash, created_by, created_at, expires_at)
   values (:person_id, :code_hash, :created_by, :now::timestamptz, :expires_at::timestamptz)
   on conflict (person_id) do update set code_hash = excluded.code_hash, created_by = excluded.created_by,
     created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0`,
)
const attempt = statement<StoredCode, { person_id: number; now: Date; most: number }>(
  'resetCodes.attempt',
  `update second_factor_reset_codes set tries = tries + 1
   where person_id = :person_id and expires_at > :now::timestamptz and tries < :most::int
   returning code_hash, created_by`,
)
const consume = statement<{ created_by: number }, { person_id: number; code_hash: Uint8Array }>(
  'resetCodes.consume',
  `delete from second_factor_reset_codes where person_id = :person_id and code_hash = :code_hash returning created_by`,
)
const forget = statement<never, { person_id: number }>(
  'resetCodes.forget',
  'delete from second_factor_reset_codes where person_id = :person_id',
)
const purge = statement<{ person_id: number }, { now: Date }>(
  'resetCodes.purge',
  'delete from second_factor_reset_codes where expires_at <= :now::timestamptz returning person_id',
)

export function createResetCodesStore(db: Database) {
  return {
    /** Stores the code of an account. An earlier code no longer works. */
    put: async (tx: Queries, code: NewCode) => {
      await tx.run(put, code)
    },
    /** Counts an attempt and returns the code of an account; null if there is none, it expired or was typed too often. */
    attempt: async (personId: number, now: Date, most: number): Promise<StoredCode | null> =>
      (await db.run(attempt, { person_id: personId, now, most }))[0] ?? null,
    /** Uses a code up. Returns false if another call used or replaced it. */
    consume: async (tx: Queries, personId: number, codeHash: Uint8Array) =>
      (await tx.run(consume, { person_id: personId, code_hash: codeHash })).length > 0,
    forget: async (tx: Queries, personId: number) => {
      await tx.run(forget, { person_id: personId })
    },
    /** Removes expired codes; returns how many. */
    purge: async (now: Date) => (await db.run(purge, { now })).length,
  }
}

export type ResetCodesStore = ReturnType<typeof createResetCodesStore>
