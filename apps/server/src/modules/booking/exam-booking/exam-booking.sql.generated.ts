/** The types of the statements in exam-booking.sql.ts, which `npm run sql` generates. */
export type ExamBookingSql = {
  examSpecialties: { row: { code: string; name: string; service: string; office_ids: number[] }; given: { kind: string } }
  exams: { row: { id: number; text: string; encuesta_para_agendar: string; questionnaire: string | null; way_to_schedule: string; part: string | null; contrast: boolean; office_ids: number[]; under_8_callcenter: boolean; creatinine_70_plus: boolean }; given: { specialty_code: string; kind: string; part: string | null; office_id: number } }
  indicationsOfExam: { row: { key: string; title: string; html: string }; given: { id: number } }
  indicationsOfProcedure: { row: { key: string; title: string; html: string }; given: { code: string } }
  indications: { row: { key: string; title: string; html: string }; given: { key: string } }
  questionnaires: { row: { key: string; title: string; intro: string; applies_to: string[]; questions: object }; given: Record<never, never> }
  procedureCategories: { row: { code: string; name: string }; given: { office_id: number; for_adults: boolean; for_children: boolean } }
  procedures: { row: { code: string; name: string; minutes: number; sedation: boolean; requires_order: boolean; way_to_schedule: string }; given: { office_id: number; category_code: string; for_adults: boolean; for_children: boolean } }
}
