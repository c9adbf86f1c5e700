/** The types of the statements in visits.sql.ts, which `npm run sql` generates. */
export type VisitsSql = {
  use: { row: { jti: string }; given: { issuer: string; jti: string; expires_at: Date } }
  bookability: { row: { is_patient: boolean; can_book: boolean; is_deceased: boolean; is_waiting: boolean }; given: { id: number } }
  purge: { row: { jti: string }; given: { now: Date } }
}
