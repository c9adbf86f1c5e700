/** The types of the statements in stored-results.sql.ts, which `npm run sql` generates. */
export type StoredResultsSql = {
  last: { row: { id: number | null }; given: Record<never, never> }
  tests: { row: { name: string; code: string; loinc: string | null }; given: { first_exam: number; last_exam: number } }
  exams: { row: { name: string; code: string | null; loinc: string | null }; given: { first_exam: number; last_exam: number } }
  judge: { row: never; given: { judged: string; first_exam: number; last_exam: number } }
  judgeExams: { row: never; given: { judged: string; first_exam: number; last_exam: number } }
  judgeQuestionnaires: { row: never; given: { judged: string; first_exam: number; last_exam: number } }
  hideEmpty: { row: never; given: { first_exam: number; last_exam: number } }
}
