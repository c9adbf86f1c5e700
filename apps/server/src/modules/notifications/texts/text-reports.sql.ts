import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { TextReportsSql } from './text-reports.sql.generated.ts'

const sql = defineSql<TextReportsSql>('textReports')

const insertSql = sql(
  'insert',
  `insert into text_message_reports (signature, received_at) values (:signature, :now::timestamptz)
   on conflict do nothing returning received_at`,
)
const purgeSql = sql(
  'purge',
  'delete from text_message_reports where received_at < :before::timestamptz returning received_at',
)

/** Stores the signature of a report. Returns false if it was taken before. */
export const insert = async (tx: Queries, signature: Uint8Array, now: Date): Promise<boolean> =>
  (await tx.run(insertSql, { signature, now })).length > 0

/** Removes signatures received before an instant and returns how many. */
export const purge = async (db: Queries, before: Date): Promise<number> =>
  (await db.run(purgeSql, { before })).length
