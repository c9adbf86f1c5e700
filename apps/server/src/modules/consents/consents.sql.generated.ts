/** The types of the statements in consents.sql.ts, which `npm run sql` generates. */
export type ConsentsSql = {
  insert: { row: never; given: { person_id: number; kind: string; version: string; text_hash: Uint8Array; channel: string; ip: string; patient_id: number | null; now: Date } }
  list: { row: { id: number; kind: string; version: string; channel: string; ip: string | null; patient_id: number | null; given_at: Date; withdrawn_at: Date | null; has_text: boolean; patient_full_name: string | null }; given: { sharing_hashes: readonly string[]; person_id: number } }
  agreed: { row: { kind: string; version: string; text_hash: Uint8Array }; given: { id: number; person_id: number } }
  valid: { row: { kind: string; asked: boolean; accepted: boolean; withdrawn: boolean }; given: { person_id: number } }
  withdraw: { row: { id: number }; given: { now: Date; ip: string; person_id: number; kind: string; patient_id: number | null } }
  remindersOff: { row: never; given: { now: Date; person_id: number } }
  remindersOn: { row: never; given: { person_id: number } }
  findRemindersOff: { row: { since: Date }; given: { person_id: number } }
}
