/** The types of the statements in seals.sql.ts, which `npm run sql` generates. */
export type SealsSql = {
  newest: { row: { id: number }; given: Record<never, never> }
  writers: { row: { writer: string }; given: Record<never, never> }
  lock: { row: { locked: boolean }; given: { lock_key: number } }
  last: { row: { number: number; first_id: number; last_id: number; entries: number; marks: Uint8Array; previous: Uint8Array; hash: Uint8Array; signature: Uint8Array }; given: Record<never, never> }
  lastId: { row: { last_id: number }; given: Record<never, never> }
  after: { row: { number: number; first_id: number; last_id: number; entries: number; marks: Uint8Array; previous: Uint8Array; hash: Uint8Array; signature: Uint8Array }; given: { number: number; limit_rows: number } }
  entries: { row: { id: number; text: string }; given: { after_id: number; up_to_id: number; limit_rows: number } }
  add: { row: never; given: { number: number; first_id: number; last_id: number; entries: number; marks: Uint8Array; previous: Uint8Array; hash: Uint8Array; signature: Uint8Array; now: Date } }
}
