/** The types of the statements in jobs.sql.ts, which `npm run sql` generates. */
export type JobsSql = {
  time: { row: { now: Date }; given: Record<never, never> }
  put: { row: never; given: { jobs: string } }
  removeOthers: { row: never; given: { names: readonly string[] } }
  claim: { row: { name: string; claim: number; attempts: number; began_at: Date }; given: { names: readonly string[]; in_progress: readonly string[]; limit_rows: number } }
  renew: { row: never; given: { name: string; claim: number } }
  finish: { row: never; given: { due_at: Date; name: string; claim: number } }
  retry: { row: never; given: { seconds: number; name: string; claim: number } }
}
