/** The types of the statements in confirmations.sql.ts, which `npm run sql` generates. */
export type ConfirmationsSql = {
  insert: { row: { id: number }; given: { kind: string; subject_id: number; target: string; payload: string; changes: string; emails: readonly string[]; requested_by: number; now: Date; effective_at: Date | null } }
  one: { row: { id: number; kind: string; subject_id: number; payload: object; changes: object; emails: string[]; requested_by: number; requested_at: Date; confirmed_at: Date | null; rejected_at: Date | null; rejected_by: number | null; rejection_reason: string | null; expired_at: Date | null; effective_at: Date | null }; given: { id: number } }
  kind: { row: { kind: string }; given: { id: number } }
  confirm: { row: never; given: { by: number | null; now: Date; id: number } }
  reject: { row: never; given: { by: number; now: Date; reason: string | null; id: number } }
  waitingSince: { row: { id: number }; given: { requested_before: Date } }
  expire: { row: never; given: { now: Date; id: number } }
  due: { row: { id: number }; given: { now: Date } }
  dueOne: { row: { id: number }; given: { id: number; now: Date } }
  requireSecond: { row: never; given: { id: number } }
  listWaitingBetween: { row: { id: number }; given: { by: number | null; about: number | null } }
  ended: { row: { id: number }; given: { subject_id: number | null } }
  dropWaiting: { row: never; given: { subject_id: number } }
  eraseValues: { row: never; given: { subject_id: number } }
  listWaiting: { row: { id: number; kind: string; subject_id: number; payload: object; changes: object; emails: string[]; requested_by: number; requested_at: Date; confirmed_at: Date | null; rejected_at: Date | null; rejected_by: number | null; rejection_reason: string | null; expired_at: Date | null; effective_at: Date | null; subject_name: string; subject_role: string; document_type_id: number; document_number: string; requester_name: string; decider_name: string | null }; given: { person: number | null; order: string | null; limit_rows: number; offset_rows: number } }
  countWaiting: { row: { count: number }; given: { person: number | null } }
  listDecided: { row: { id: number; kind: string; subject_id: number; payload: object; changes: object; emails: string[]; requested_by: number; requested_at: Date; confirmed_at: Date | null; rejected_at: Date | null; rejected_by: number | null; rejection_reason: string | null; expired_at: Date | null; effective_at: Date | null; subject_name: string; subject_role: string; document_type_id: number; document_number: string; requester_name: string; decider_name: string | null }; given: { person: number | null; order: string | null; limit_rows: number; offset_rows: number } }
  countDecided: { row: { count: number }; given: { person: number | null } }
}
