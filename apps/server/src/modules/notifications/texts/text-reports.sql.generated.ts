/** The types of the statements in text-reports.sql.ts, which `npm run sql` generates. */
export type TextReportsSql = {
  insert: { row: { received_at: Date }; given: { signature: Uint8Array; now: Date } }
  purge: { row: { received_at: Date }; given: { before: Date } }
}
