/** The types of the statements in held-results.sql.ts, which `npm run sql` generates. */
export type HeldResultsSql = {
  candidates: { row: { id: number; patient_id: number; type: string; type_exam: string; taken_at: Date; available_at: Date; is_released: boolean }; given: { patient_ids: readonly number[]; arrived_from: Date } }
  choices: { row: { patient_id: number; type: string; starts_at: Date; visited_at: Date | null }; given: { now: Date; patient_ids: readonly number[] } }
}
