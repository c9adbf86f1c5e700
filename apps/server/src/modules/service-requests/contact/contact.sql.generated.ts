/** The types of the statements in contact.sql.ts, which `npm run sql` generates. */
export type ContactSql = {
  reasons: { row: { id: number; name: string }; given: Record<never, never> }
  insert: { row: { id: number }; given: { requester_id: number; patient_id: number; now: Date; due_at: Date; fields: string } }
  answer: { row: { id: number }; given: { text: string; answered_by: number; now: Date; id: number } }
  state: { row: never; given: { state: string; answered_at: Date | null; id: number } }
  list: { row: { id: number; subject: string; patient_full_name: string; message: string; state: string; answer: string | null; answered_at: Date | null; created_at: Date; matter: string; due_at: Date; is_closed: boolean; is_unread: boolean; is_in_review: boolean }; given: { requester_id: number; patient_ids: readonly number[]; state: string; patterns: readonly string[]; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { requester_id: number; patient_ids: readonly number[]; state: string; patterns: readonly string[] } }
  detail: { row: { matter: string; reason_id: number | null; kind: string | null; message: string; imaging: object | null; appointment_id: number | null; branch: string | null; exam_date: string | null; exam_type: string | null; exam_name: string | null; appointment: object | null }; given: { id: number } }
}
