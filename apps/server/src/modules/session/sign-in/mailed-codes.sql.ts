import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { MailedCodesSql } from './mailed-codes.sql.generated.ts'

const sql = defineSql<MailedCodesSql>('mailedCodes')

export const put = sql('put')`
  insert into mailed_codes (token_hash, person_id, temporary_key_hash, code_hash, created_at, expires_at)
  values (:token_hash, :person_id, :temporary_key_hash, :code_hash, :now::timestamptz, :expires_at::timestamptz)`
export const attempt = sql('attempt')`
  update mailed_codes set tries = tries + 1
  where token_hash = :token_hash and expires_at > :now::timestamptz and tries < :most::int
  returning person_id, temporary_key_hash, code_hash`
const owner = sql('owner')`select person_id from mailed_codes where token_hash = :token_hash`
export const consume = sql('consume')`
  delete from mailed_codes where token_hash = :token_hash returning person_id`
const forgetSql = sql('forget')`delete from mailed_codes where person_id = :person_id`
const purgeSql = sql('purge')`
  delete from mailed_codes where expires_at <= :now::timestamptz returning person_id`

export const findOwner = async (db: Queries, tokenHash: Uint8Array) =>
  (await db.run(owner, { token_hash: tokenHash }))[0]?.person_id ?? null

export const forget = async (tx: Queries, personId: number) => {
  await tx.run(forgetSql, { person_id: personId })
}

export const purge = async (db: Queries, now: Date) => (await db.run(purgeSql, { now })).length
