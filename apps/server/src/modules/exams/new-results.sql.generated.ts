/** The types of the statements in new-results.sql.ts, which `npm run sql` generates. */
export type NewResultsSql = {
  lastMail: { row: { created_at: Date; is_waiting: boolean }; given: { now: Date; person_id: number; since: Date } }
}
