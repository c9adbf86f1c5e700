/** The types of the statements in text-phones.sql.ts, which `npm run sql` generates. */
export type TextPhonesSql = {
  find: { row: { phone: string | null; confirmed: boolean; code_expires_at: Date | null }; given: { most_attempts: number; person_id: number } }
  confirmed: { row: { phone: string | null }; given: { person_id: number } }
  putCode: { row: never; given: { person_id: number; phone: string; code_hash: Uint8Array; code_expires_at: Date; now: Date } }
  attempt: { row: { code_hash: Uint8Array }; given: { person_id: number; now: Date; most_attempts: number } }
  confirm: { row: never; given: { now: Date; person_id: number } }
  removeCode: { row: never; given: { person_id: number; code_hash: Uint8Array } }
  remove: { row: { person_id: number }; given: { person_id: number } }
  removeExpired: { row: { person_id: number }; given: { now: Date } }
}
