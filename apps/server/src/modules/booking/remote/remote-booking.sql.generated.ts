/** The types of the statements in remote-booking.sql.ts, which `npm run sql` generates. */
export type RemoteBookingSql = {
  storeHold: { row: { id: number }; given: { person_id: number; as_person_id: number; slot_id: number; outside_hold_id: number; expires_at: Date; modality: string } }
  hold: { row: { id: number; person_id: number; as_person_id: number; slot_id: number; outside_hold_id: number; expires_at: Date; modality: string | null; asked: object | null }; given: { id: number; person_id: number } }
  transferHold: { row: never; given: { as_person_id: number; outside_hold_id: number; expires_at: Date; id: number } }
  ask: { row: never; given: { asked: string; now: Date; id: number } }
  clearRequest: { row: never; given: { id: number } }
  deleteHold: { row: { id: number }; given: { id: number } }
  purge: { row: { id: number }; given: { now: Date } }
  unanswered: { row: { id: number; person_id: number; as_person_id: number; slot_id: number; outside_hold_id: number; expires_at: Date; modality: string | null; asked: object | null }; given: { before: Date } }
}
