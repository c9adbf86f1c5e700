import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { ResetCodesSql } from './reset-codes.sql.generated.ts'

const sql = defineSql<ResetCodesSql>('resetCodes')

export type StoredCode = Row<typeof attemptSql>

export const put = sql('put')`
  insert into second_factor_reset_codes (person_id, code_hash, created_by, created_at, expires_at)
  values (:person_id, :code_hash, :created_by, :now::timestamptz, :expires_at::timestamptz)
  on conflict (person_id) do update set code_hash = excluded.code_hash, created_by = excluded.created_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0`
const attemptSql = sql('attempt')`
  update second_factor_reset_codes set tries = tries + 1
  where person_id = :person_id and expires_at > :now::timestamptz and tries < :most::int
  returning code_hash, created_by`
export const consume = sql('consume')`
  delete from second_factor_reset_codes where person_id = :person_id and code_hash = :code_hash returning created_by`
const forgetSql = sql('forget')`delete from second_factor_reset_codes where person_id = :person_id`
const purgeSql = sql('purge')`
  delete from second_factor_reset_codes where expires_at <= :now::timestamptz returning person_id`

/** Counts an attempt and returns the code of an account; null if there is none, it expired or was typed too often. */
export const attempt = async (
  db: Queries,
  personId: number,
  now: Date,
  most: number,
): Promise<StoredCode | null> => (await db.run(attemptSql, { person_id: personId, now, most }))[0] ?? null

export const forget = async (tx: Queries, personId: number) => {
  await tx.run(forgetSql, { person_id: personId })
}

export const purge = async (db: Queries, now: Date) => (await db.run(purgeSql, { now })).length
