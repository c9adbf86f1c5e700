/** The types of the statements in reset-codes.sql.ts, which `npm run sql` generates. */
export type ResetCodesSql = {
  put: { row: never; given: { person_id: number; code_hash: Uint8Array; created_by: number; now: Date; expires_at: Date } }
  attempt: { row: { code_hash: Uint8Array; created_by: number }; given: { person_id: number; now: Date; most: number } }
  consume: { row: { created_by: number }; given: { person_id: number; code_hash: Uint8Array } }
  forget: { row: never; given: { person_id: number } }
  purge: { row: { person_id: number }; given: { now: Date } }
}
