/** The types of the statements in privacy.sql.ts, which `npm run sql` generates. */
export type PrivacySql = {
  insert: { row: { id: number }; given: { requester_id: number; patient_id: number; kind: string; message: string; now: Date; due_at: Date } }
  list: { row: { id: number; kind: string; requester_id: number; message: string; state: string; answer: string | null; answered_at: Date | null; created_at: Date; due_at: Date; extension_reason: string | null; patient_full_name: string }; given: { person_id: number; patient_ids: readonly number[]; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { person_id: number; patient_ids: readonly number[] } }
  one: { row: { id: number; kind: string; requester_id: number; patient_id: number; message: string; state: string; created_at: Date; due_at: Date; extended_at: Date | null; extension_reason: string | null }; given: { id: number } }
  answer: { row: { id: number }; given: { answer: string; answered_by: number; now: Date; id: number } }
  extend: { row: { id: number }; given: { due_at: Date; extension_reason: string; extended_by: number; now: Date; id: number } }
}
