/** The types of the statements in altcha.sql.ts, which `npm run sql` generates. */
export type AltchaSql = {
  spend: { row: { hash: Uint8Array }; given: { hash: Uint8Array; expires_at: Date } }
  purge: { row: { hash: Uint8Array }; given: { now: Date } }
}
