/** The types of the statements in new-results.sql.ts, which `npm run sql` generates. */
export type NewResultsSql = {
  lastMail: { row: { last_at: Date | null; is_waiting: boolean }; given: { now: Date; template: string; patient_id: number; person_id: number; since: Date } }
}
