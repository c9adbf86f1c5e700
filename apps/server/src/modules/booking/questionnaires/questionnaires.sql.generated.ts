/** The types of the statements in questionnaires.sql.ts, which `npm run sql` generates. */
export type QuestionnairesSql = {
  ofExam: { row: { id: number; text: string; specialty_code: string; part: string | null; types: string[]; questionnaire: object | null }; given: { id: number } }
  latest: { row: { can_book: boolean; answers: object; answered_at: Date }; given: { patient_id: number; exam_id: number; answered_by: number; since: Date } }
  insert: { row: never; given: { patient_id: number; answered_by: number; exam_id: number; questionnaire: string; answers: string; can_book: boolean; now: Date } }
  purge: { row: { id: number }; given: { before: Date } }
  forget: { row: never; given: { patient_id: number } }
}
