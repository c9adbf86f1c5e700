/** The types of the statements in complaints.sql.ts, which `npm run sql` generates. */
export type ComplaintsSql = {
  list: { row: { id: number; patient_id: number; state: string; patient_full_name: string; site: string | null; created_at: Date; due_at: Date; answered_at: Date | null }; given: { sites: readonly number[] | null; state: string; now: Date; patterns: readonly string[]; order: string | null; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { sites: readonly number[] | null; state: string; now: Date; patterns: readonly string[] } }
  find: { row: { id: number; patient_id: number; state: string; patient_full_name: string; site: string | null; created_at: Date; due_at: Date; answered_at: Date | null; message: string; document_type_id: number; document_number: string; document_country: string | null; phone: string | null; requester_id: number; requester_full_name: string; requester_phone: string | null; text: string | null; written_by: number | null; written_at: Date | null; proposed_at: Date | null; approved_by: number | null; approved_at: Date | null; writer_full_name: string | null; approver_full_name: string | null; acknowledgement: object | null }; given: { id: number; sites: readonly number[] | null } }
  notes: { row: { id: number; author: string; text: string; created_at: Date }; given: { id: number } }
  insertNote: { row: never; given: { id: number; author_id: number; text: string; now: Date } }
  saveLetter: { row: { contact_id: number }; given: { id: number; text: string; written_by: number; now: Date; proposes: boolean; seen: Date | null } }
  returnLetter: { row: { contact_id: number }; given: { id: number; seen: Date } }
  approveLetter: { row: { text: string }; given: { approved_by: number; now: Date; id: number; seen: Date } }
  staffName: { row: { full_name: string }; given: { id: number } }
}
