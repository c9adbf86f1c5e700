/** The types of the statements in scanning.sql.ts, which `npm run sql` generates. */
export type ScanningSql = {
  stateOf: { row: { scan_state: string | null }; given: { key: string } }
  owner: { row: { patient_id: number | null; matter: string | null }; given: { id: number } }
  counts: { row: { pending: number; infected: number; unscanned: number }; given: Record<never, never> }
}
