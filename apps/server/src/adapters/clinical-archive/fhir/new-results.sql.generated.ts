/** The types of the statements in new-results.sql.ts, which `npm run sql` generates. */
export type NewResultsSql = {
  begin: { row: { seen_until: Date; begun_at: Date | null }; given: { archive: string; now: Date } }
  move: { row: never; given: { seen_until: Date; archive: string } }
  known: { row: { source: string; version: string }; given: { archive: string; sources: readonly string[] } }
  people: { row: { position: number; id: number }; given: { kinds: readonly number[]; numbers: readonly string[]; issuers: readonly string[] } }
  add: { row: { source: string }; given: { archive: string; sources: readonly string[]; patient_ids: readonly number[]; types: readonly string[]; reserved_groups: readonly string[]; versions: readonly string[] } }
}
