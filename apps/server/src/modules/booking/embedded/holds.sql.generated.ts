/** The types of the statements in holds.sql.ts, which `npm run sql` generates. */
export type HoldsSql = {
  hold: { row: { id: number; expires_at: Date }; given: { slot_id: number; now: Date; person_id: number; expires_at: Date } }
  heldBy: { row: { id: number; expires_at: Date }; given: { slot_id: number; person_id: number; now: Date } }
  trimHolds: { row: never; given: { person_id: number; remaining: number } }
  release: { row: { kind: string; professional_id: number; starts_at: Date; ends_at: Date }; given: { id: number; person_id: number } }
  purgeHolds: { row: { id: number }; given: { now: Date } }
  holdForMove: { row: { id: number }; given: { slot_id: number; now: Date; person_id: number } }
  releaseAfterMove: { row: never; given: { id: number } }
}
