/** The types of the statements in result-choices.sql.ts, which `npm run sql` generates. */
export type ResultChoicesSql = {
  find: { row: { appointment_id: number }; given: { appointment_id: number } }
  wait: { row: never; given: { appointment_id: number; type: string; chosen_by: number; chosen_at: Date } }
  remove: { row: never; given: { appointment_id: number } }
  removeOfDay: { row: never; given: { patient_id: number; type: string; from: Date; until: Date } }
  removeAllOf: { row: never; given: { person_id: number } }
}
