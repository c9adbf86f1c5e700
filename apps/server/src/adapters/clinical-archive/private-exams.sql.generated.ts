/** The types of the statements in private-exams.sql.ts, which `npm run sql` generates. */
export type PrivateExamsSql = {
  exam: { row: { id: number }; given: { is_private: boolean; now: Date; id: number; patient_id: number } }
  revision: { row: { revision: string }; given: { patient_id: number } }
}
