/** The types of the statements in mailed-codes.sql.ts, which `npm run sql` generates. */
export type MailedCodesSql = {
  put: { row: never; given: { token_hash: Uint8Array; person_id: number; temporary_key_hash: string; code_hash: Uint8Array; now: Date; expires_at: Date } }
  attempt: { row: { person_id: number; temporary_key_hash: string; code_hash: Uint8Array }; given: { token_hash: Uint8Array; now: Date; most: number } }
  owner: { row: { person_id: number }; given: { token_hash: Uint8Array } }
  consume: { row: { person_id: number }; given: { token_hash: Uint8Array } }
  forget: { row: never; given: { person_id: number } }
  purge: { row: { person_id: number }; given: { now: Date } }
}
