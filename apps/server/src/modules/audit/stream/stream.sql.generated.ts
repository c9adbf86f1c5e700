/** The types of the statements in stream.sql.ts, which `npm run sql` generates. */
export type StreamSql = {
  position: { row: { last_id: number }; given: { destination: string } }
  next: { row: { id: number; at: string; actor_id: number | null; actor_role: string; action: string; patient_id: number | null; object: string | null; outcome: string; ip: string | null; request_id: string | null; detail: object }; given: { after_id: number; limit_rows: number } }
  advance: { row: { last_id: number }; given: { destination: string; last_id: number; now: Date; previous_id: number } }
}
