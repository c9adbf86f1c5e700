/** The types of the statements in contact.sql.ts, which `npm run sql` generates. */
export type ContactSql = {
  reasons: { row: { id: number; name: string }; given: Record<never, never> }
  insert: { row: { id: number }; given: { requester_id: number; patient_id: number; matter: string; reason_id: number | null; kind: string | null; message: string; exam_date: string | null; exam_type: string | null; exam_name: string | null; branch: string | null; imaging: string | null; appointment_id: number | null; now: Date; due_at: Date } }
  list: { row: { id: number; subject: string; patient_full_name: string; message: string; state: string; answer: string | null; answered_at: Date | null; created_at: Date; due_at: Date }; given: { requester_id: number; patient_ids: readonly number[]; state: string; patterns: readonly string[]; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { requester_id: number; patient_ids: readonly number[]; state: string; patterns: readonly string[] } }
  detail: { row: { message: string; exam_date: string | null; exam_type: string | null; exam_name: string | null; branch: string | null; imaging: object | null; appointment: object | null }; given: { id: number } }
  answer: { row: { id: number }; given: { answer: string; answered_by: number; now: Date; id: number } }
}
