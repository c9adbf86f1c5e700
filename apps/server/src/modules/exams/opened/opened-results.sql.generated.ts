/** The types of the statements in opened-results.sql.ts, which `npm run sql` generates. */
export type OpenedResultsSql = {
  add: { row: never; given: { person_id: number; exam_id: number; now: Date } }
  readings: { row: { patient_id: number; since: Date; opened: number[] }; given: { exam_ids: readonly number[]; patient_ids: readonly number[]; person_id: number } }
  remove: { row: never; given: { person_id: number } }
}
