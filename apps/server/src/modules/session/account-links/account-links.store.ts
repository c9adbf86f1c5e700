import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** `report`: the owner reports a use of the account. `lock`: the owner locks it. */
export type LinkPurpose = 'report' | 'lock'

type NewLink = {
  readonly token_hash: Uint8Array
  readonly person_id: number
  readonly purpose: LinkPurpose
  /** The use that a mail is about; empty for a link that locks. */
  readonly about: string
  readonly now: Date
  readonly expires_at: Date
}

const insert = statement<never, NewLink>(
  'accountLinks.insert',
  `insert into account_links (token_hash, person_id, purpose, about, created_at, expires_at)
   values (:token_hash, :person_id, :purpose, :about, :now::timestamptz, :expires_at::timestamptz)`,
)
// Of two concurrent calls with the same link, the second finds it used.
const consume = statement<
  { person_id: number; about: string; created_at: Date },
  { token_hash: Uint8Array; purpose: LinkPurpose; now: Date }
>(
  'accountLinks.consume',
  `delete from account_links where token_hash = :token_hash and purpose = :purpose and expires_at > :now::timestamptz
   returning person_id, about, created_at`,
)
const forget = statement<never, { person_id: number }>(
  'accountLinks.forget',
  'delete from account_links where person_id = :person_id',
)
const purge = statement<{ person_id: number }, { now: Date }>(
  'accountLinks.purge',
  'delete from account_links where expires_at <= :now::timestamptz returning person_id',
)

export function createAccountLinksStore(db: Database) {
  return {
    insert: async (tx: Queries, link: NewLink) => {
      await tx.run(insert, link)
    },
    /** Uses a link up. Returns null if it is unknown, was used or has expired. */
    consume: async (tx: Queries, tokenHash: Uint8Array, purpose: LinkPurpose, now: Date) =>
      (await tx.run(consume, { token_hash: tokenHash, purpose, now }))[0] ?? null,
    forget: async (tx: Queries, personId: number) => {
      await tx.run(forget, { person_id: personId })
    },
    purge: async (now: Date) => (await db.run(purge, { now })).length,
  }
}

export type AccountLinksStore = ReturnType<typeof createAccountLinksStore>
