/** The types of the statements in private-items.sql.ts, which `npm run sql` generates. */
export type PrivateItemsSql = {
  findDelegation: { row: { id: number }; given: { person_id: number; now: Date } }
}
