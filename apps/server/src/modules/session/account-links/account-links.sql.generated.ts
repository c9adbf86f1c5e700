/** The types of the statements in account-links.sql.ts, which `npm run sql` generates. */
export type AccountLinksSql = {
  insert: { row: never; given: { token_hash: Uint8Array; person_id: number; purpose: string; about: string; now: Date; expires_at: Date } }
  consume: { row: { person_id: number; about: string; created_at: Date }; given: { token_hash: Uint8Array; purpose: string; now: Date } }
  forget: { row: never; given: { person_id: number } }
  purge: { row: { person_id: number }; given: { now: Date } }
}
