/** The types of the statements in exam-storage.sql.ts, which `npm run sql` generates. */
export type ExamStorageSql = {
  add: { row: { id: number }; given: { patient_id: number; attention_number: string; accession_number: string | null; type: string; type_exam: string; doctor_solicite: string; taken_at: Date; taken_precision: string; reserved_group: string | null; shown: boolean; status: string; conclusion: string | null; report_text: string | null; now: Date } }
  change: { row: never; given: { attention_number: string; accession_number: string | null; type: string; type_exam: string; doctor_solicite: string; taken_at: Date; taken_precision: string; reserved_group: string | null; shown: boolean; status: string; conclusion: string | null; report_text: string | null; id: number } }
  lock: { row: { status: string; conclusion: string | null; report_text: object; shown: boolean; is_announced: boolean }; given: { id: number } }
  takeOverMark: { row: never; given: { exam_ids: readonly number[]; id: number } }
  announceAgain: { row: never; given: { is_correction: boolean; now: Date; id: number } }
  release: { row: { id: number }; given: { now: Date; id: number } }
  results: { row: { code: string; name: string; reported: object | null; value: string | null; text: string | null; unit: string | null; ucum: string | null; decimals: number; low: string | null; high: string | null; reference_text: string | null; earlier: object }; given: { exam_id: number } }
  addResults: { row: never; given: { exam_id: number; patient_id: number; taken_at: Date; results: string } }
  removeResults: { row: never; given: { exam_ids: readonly number[] } }
  detachDocuments: { row: never; given: { exam_ids: readonly number[] } }
  remove: { row: never; given: { exam_ids: readonly number[] } }
  setFirstDocument: { row: { id: number }; given: { file_id: number; source_id: number; exam_id: number } }
  addDocument: { row: never; given: { exam_id: number; file_id: number; source_id: number } }
  withdrawDocument: { row: { exam_id: number; file_id: number }; given: { source_id: number } }
  removeDocuments: { row: { file_id: number }; given: { exam_id: number } }
}
