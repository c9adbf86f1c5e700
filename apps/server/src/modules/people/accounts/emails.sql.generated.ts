/** The types of the statements in emails.sql.ts, which `npm run sql` generates. */
export type EmailsSql = {
  voidChanges: { row: never; given: { now: Date; person_id: number } }
  voidLinksTo: { row: never; given: { now: Date; person_id: number; email: string } }
  putChange: { row: never; given: { person_id: number; email: string; token_hash: Uint8Array; now: Date; expires_at: Date } }
  pend: { row: never; given: { email: string; person_id: number } }
  change: { row: { id: number; person_id: number; email: string; expires_at: Date; used_at: Date | null; first_name: string; current_email: string | null; current_verified: boolean; open: boolean }; given: { token_hash: Uint8Array } }
  consumeChange: { row: never; given: { now: Date; id: number } }
  set: { row: never; given: { email: string; now: Date; person_id: number } }
  verifyPresent: { row: { id: number }; given: { now: Date; person_id: number; email: string } }
  noteQuestion: { row: never; given: { now: Date; person_id: number } }
  clearPending: { row: { id: number }; given: { now: Date } }
  deleteChanges: { row: { id: number }; given: { before: Date } }
  forgetChanges: { row: never; given: { person_id: number } }
}
