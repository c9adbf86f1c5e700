import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { AccountLinksSql } from './account-links.sql.generated.ts'

const sql = defineSql<AccountLinksSql>('accountLinks')

export const insert = sql('insert')`
  insert into account_links (token_hash, person_id, purpose, about, created_at, expires_at)
  values (:token_hash, :person_id, :purpose, :about, :now::timestamptz, :expires_at::timestamptz)`
// Of two concurrent calls with the same link, the second finds it used.
export const consume = sql('consume')`
  delete from account_links where token_hash = :token_hash and purpose = :purpose and expires_at > :now::timestamptz
  returning person_id, about, created_at`
const forgetSql = sql('forget')`delete from account_links where person_id = :person_id`
const purgeSql = sql('purge')`
  delete from account_links where expires_at <= :now::timestamptz returning person_id`

export const forget = async (tx: Queries, personId: number) => {
  await tx.run(forgetSql, { person_id: personId })
}

export const purge = async (db: Queries, now: Date) => (await db.run(purgeSql, { now })).length
