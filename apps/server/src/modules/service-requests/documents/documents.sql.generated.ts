/** The types of the statements in documents.sql.ts, which `npm run sql` generates. */
export type DocumentsSql = {
  kinds: { row: { id: number; name: string }; given: Record<never, never> }
  insert: { row: { id: number }; given: { requester_id: number; patient_id: number; now: Date; due_at: Date; fields: string } }
  answer: { row: { id: number }; given: { text: string; answered_by: number; now: Date; id: number } }
  state: { row: never; given: { state: string; answered_at: Date | null; id: number } }
  list: { row: { id: number; kind_id: number; kind_name: string; comment: string; state: string; answer: string | null; answered_at: Date | null; created_at: Date; due_at: Date; is_closed: boolean; is_unread: boolean; patient_full_name: string }; given: { requester_id: number; patient_ids: readonly number[]; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { requester_id: number; patient_ids: readonly number[] } }
  one: { row: { comment: string }; given: { id: number } }
}
