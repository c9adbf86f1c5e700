/** The types of the statements in private-items.sql.ts, which `npm run sql` generates. */
export type PrivateItemsSql = {
  hasDelegate: { row: { found: boolean }; given: { person_id: number; now: Date } }
}
