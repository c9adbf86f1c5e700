/** The types of the statements in installation.sql.ts, which `npm run sql` generates. */
export type InstallationSql = {
  facts: { row: { sites: number; last_backup: string | null }; given: Record<never, never> }
  fileFacts: { row: { infected: number; waiting_since: Date | null }; given: { now: Date } }
  textCounts: { row: { day: number; month: number }; given: { day: string; month: string } }
  patients: { row: { exists: boolean }; given: Record<never, never> }
  migrated: { row: { migrated: boolean }; given: Record<never, never> }
  brand: { row: { brand: string | null }; given: Record<never, never> }
}
