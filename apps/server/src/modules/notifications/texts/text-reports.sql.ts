import { defineSql } from '../../../platform/database/statement.ts'
import type { TextReportsSql } from './text-reports.sql.generated.ts'

const sql = defineSql<TextReportsSql>('textReports')

// Returns no row if the report was taken before.
export const insertReport = sql('insert')`
  insert into text_message_reports (signature, received_at) values (:signature, :now::timestamptz)
  on conflict do nothing returning received_at`
export const purgeReports = sql('purge')`
  delete from text_message_reports where received_at < :before::timestamptz returning received_at`
