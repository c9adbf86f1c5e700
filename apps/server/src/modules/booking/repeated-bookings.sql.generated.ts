/** The types of the statements in repeated-bookings.sql.ts, which `npm run sql` generates. */
export type RepeatedBookingsSql = {
  answered: { row: { asked: Uint8Array; answer: object }; given: { person_id: number; key: string } }
  keepAnswer: { row: never; given: { person_id: number; key: string; asked: Uint8Array; answer: string; now: Date } }
  purgeAnswers: { row: { key: string }; given: { before: Date } }
}
