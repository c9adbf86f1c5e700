import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { AccountLinksSql } from './account-links.sql.generated.ts'

const sql = defineSql<AccountLinksSql>('accountLinks')

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

const insertSql = sql(
  'insert',
  `insert into account_links (token_hash, person_id, purpose, about, created_at, expires_at)
   values (:token_hash, :person_id, :purpose, :about, :now::timestamptz, :expires_at::timestamptz)`,
)
// Of two concurrent calls with the same link, the second finds it used.
const consumeSql = sql(
  'consume',
  `delete from account_links where token_hash = :token_hash and purpose = :purpose and expires_at > :now::timestamptz
   returning person_id, about, created_at`,
)
const forgetSql = sql('forget', 'delete from account_links where person_id = :person_id')
const purgeSql = sql(
  'purge',
  'delete from account_links where expires_at <= :now::timestamptz returning person_id',
)

export const insert = async (tx: Queries, link: NewLink) => {
  await tx.run(insertSql, link)
}

/** Uses a link up. Returns null if it is unknown, was used or has expired. */
export const consume = async (tx: Queries, tokenHash: Uint8Array, purpose: LinkPurpose, now: Date) =>
  (await tx.run(consumeSql, { token_hash: tokenHash, purpose, now }))[0] ?? null

export const forget = async (tx: Queries, personId: number) => {
  await tx.run(forgetSql, { person_id: personId })
}

export const purge = async (db: Queries, now: Date) => (await db.run(purgeSql, { now })).length
