/** The types of the statements in data-rights.sql.ts, which `npm run sql` generates. */
export type DataRightsSql = {
  insert: { row: { id: number }; given: { requester_id: number; patient_id: number; now: Date; due_at: Date; fields: string } }
  answer: { row: { id: number }; given: { text: string; answered_by: number; now: Date; id: number } }
  list: { row: { id: number; kind: string; requester_id: number; message: string; state: string; answer: string | null; answered_at: Date | null; created_at: Date; due_at: Date; extension_reason: string | null; patient_full_name: string }; given: { person_id: number; patient_ids: readonly number[]; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { person_id: number; patient_ids: readonly number[] } }
  one: { row: { id: number; kind: string; requester_id: number; patient_id: number; message: string; state: string; created_at: Date; due_at: Date; extended_at: Date | null; extension_reason: string | null; accessed_at: Date | null; action: string | null; actor_role: string | null; actor_full_name: string | null }; given: { id: number } }
  access: { row: { actor_id: number | null }; given: { id: number; patient_id: number } }
  extend: { row: { id: number }; given: { due_at: Date; extension_reason: string; extended_by: number; now: Date; id: number } }
}
