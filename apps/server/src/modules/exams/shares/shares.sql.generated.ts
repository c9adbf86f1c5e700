/** The types of the statements in shares.sql.ts, which `npm run sql` generates. */
export type SharesSql = {
  relationship: { row: { name: string }; given: { id: number } }
  insert: { row: { id: number }; given: { exam_id: number; type: string; patient_id: number; sharer_id: number; recipient_email: string; relationship_type_id: number; comment: string; token_hash: Uint8Array; code_hash: Uint8Array; created_at: Date; expires_at: Date } }
  insertOthers: { row: never; given: { share_id: number; others: string } }
  byToken: { row: { id: number; exam_id: number; type: string; patient_id: number; sharer_id: number; recipient_email: string; comment: string; created_at: Date; expires_at: Date; ended_at: Date | null; link_held: boolean; other_exams: object }; given: { token_hash: Uint8Array } }
  byId: { row: { id: number; exam_id: number; type: string; patient_id: number; sharer_id: number; recipient_email: string; comment: string; created_at: Date; expires_at: Date; ended_at: Date | null; link_held: boolean; other_exams: object }; given: { id: number } }
  byOpening: { row: { id: number; exam_id: number; type: string; patient_id: number; sharer_id: number; recipient_email: string; comment: string; created_at: Date; expires_at: Date; ended_at: Date | null; link_held: boolean; other_exams: object }; given: { id: number; opening: number } }
  listed: { row: { id: number; exam_id: number; type: string; patient_id: number; sharer_id: number; recipient_email: string; comment: string; created_at: Date; expires_at: Date; ended_at: Date | null; link_held: boolean; other_exams: object; ended_because: string | null; type_relationship: string; shared_by: string; openings: object }; given: { patient_id: number; since: Date } }
  judged: { row: { right: boolean; ended: boolean }; given: { code_hashes: readonly string[]; now: Date; id: number } }
  countOpenings: { row: { count: number }; given: { share_id: number } }
  addOpening: { row: { number: number }; given: { share_id: number; number: number; now: Date } }
  end: { row: { id: number }; given: { now: Date; ended_because: string; id: number } }
  endOfExams: { row: never; given: { now: Date; exam_ids: readonly number[] } }
  endAllOf: { row: never; given: { now: Date; person_id: number } }
  endSharedBy: { row: never; given: { now: Date; sharer_id: number } }
  purge: { row: { id: number }; given: { before: Date } }
}
