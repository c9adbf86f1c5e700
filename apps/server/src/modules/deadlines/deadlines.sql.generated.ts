/** The types of the statements in deadlines.sql.ts, which `npm run sql` generates. */
export type DeadlinesSql = {
  clinicHolidays: { row: { day: string }; given: { from: string } }
}
