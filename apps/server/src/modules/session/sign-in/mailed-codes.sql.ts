import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { MailedCodesSql } from './mailed-codes.sql.generated.ts'

const sql = defineSql<MailedCodesSql>('mailedCodes')

type NewCode = {
  readonly token_hash: Uint8Array
  readonly person_id: number
  readonly temporary_key_hash: string
  readonly code_hash: Uint8Array
  readonly now: Date
  readonly expires_at: Date
}

const putSql = sql(
  'put',
  `insert into mailed_codes (token_hash, person_id, temporary_key_hash, code_hash, created_at, expires_at)
   values (:token_hash, :person_id, :temporary_key_hash, :code_hash, :now::timestamptz, :expires_at::timestamptz)`,
)
const attemptSql = sql(
  'attempt',
  `update mailed_codes set tries = tries + 1
   where token_hash = :token_hash and expires_at > :now::timestamptz and tries < :most::int
   returning person_id, temporary_key_hash, code_hash`,
)
const owner = sql('owner', 'select person_id from mailed_codes where token_hash = :token_hash')
const consumeSql = sql(
  'consume',
  'delete from mailed_codes where token_hash = :token_hash returning person_id',
)
const forgetSql = sql('forget', 'delete from mailed_codes where person_id = :person_id')
const purgeSql = sql(
  'purge',
  'delete from mailed_codes where expires_at <= :now::timestamptz returning person_id',
)

export const put = async (tx: Queries, code: NewCode) => {
  await tx.run(putSql, code)
}

/** Returns the person of a challenge, or null if the challenge is unknown. */
export const findOwner = async (db: Queries, tokenHash: Uint8Array) =>
  (await db.run(owner, { token_hash: tokenHash }))[0]?.person_id ?? null

/** Counts an attempt; null if the challenge is unknown, has expired or has no attempts left. */
export const attempt = async (db: Queries, tokenHash: Uint8Array, now: Date, most: number) =>
  (await db.run(attemptSql, { token_hash: tokenHash, now, most }))[0] ?? null

/** Returns false if the code was used already. */
export const consume = async (db: Queries, tokenHash: Uint8Array) =>
  (await db.run(consumeSql, { token_hash: tokenHash })).length > 0

export const forget = async (tx: Queries, personId: number) => {
  await tx.run(forgetSql, { person_id: personId })
}

export const purge = async (db: Queries, now: Date) => (await db.run(purgeSql, { now })).length
