/** The types of the statements in deceased.sql.ts, which `npm run sql` generates. */
export type DeceasedSql = {
  upcoming: { row: { id: number }; given: { patient_id: number; now: Date } }
  external: { row: { id: number }; given: { now: Date } }
  endWaiting: { row: never; given: { now: Date; person_id: number } }
  endHolds: { row: never; given: { now: Date; person_id: number } }
  deleteExternalWaits: { row: never; given: { person_id: number } }
}
