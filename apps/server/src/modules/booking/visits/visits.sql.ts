import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { VisitsSql } from './visits.sql.generated.ts'

const sql = defineSql<VisitsSql>('visits')

const used = sql(
  'use',
  `insert into used_assertions (issuer, jti, expires_at) values (:issuer, :jti, :expires_at::timestamptz)
   on conflict (issuer, jti) do nothing returning jti`,
)
const bookability = sql(
  'bookability',
  `select rol = 'STANDART_ROLE' and deleted_at is null as is_patient!, has_open_record(p) as can_book!,
     deceased_at is not null as is_deceased!, status = 3 and locked_at is null as is_waiting!
   from people p where id = :id`,
)
const purged = sql('purge', 'delete from used_assertions where expires_at <= :now::timestamptz returning jti')

/** Stores that an assertion was used; false when it was used before. Two servers cannot both get true. */
export const useOnce = async (db: Queries, issuer: string, jti: string, expiresAt: Date): Promise<boolean> =>
  (await db.run(used, { issuer, jti, expires_at: expiresAt })).length > 0

export const readBookability = async (db: Queries, id: number) =>
  (await db.run(bookability, { id }))[0] ?? null

/** Removes the assertions that are rejected for their age; returns how many. */
export const purge = async (db: Queries, now: Date): Promise<number> => (await db.run(purged, { now })).length
