/** The types of the statements in new-results.sql.ts, which `npm run sql` generates. */
export type NewResultsSql = {
  waiting: { row: { origin: string; id: number; exam_id: number | null; patient_id: number; type: string; taken_at: Date | null; shown: boolean; reserved_group: string | null; is_correction: boolean; news_at: Date | null; is_vital_sign: boolean }; given: { now: Date } }
  claim: { row: { id: number; reserved_group: string | null }; given: { now: Date; ids: readonly number[] } }
  claimExternal: { row: { id: number; reserved_group: string | null }; given: { now: Date; ids: readonly number[] } }
  putOff: { row: never; given: { until: Date; ids: readonly number[] } }
  putOffExternal: { row: never; given: { until: Date; ids: readonly number[] } }
  lookAgain: { row: never; given: { patient_id: number } }
  lookAgainExternal: { row: never; given: { patient_id: number } }
}
