/** The types of the statements in independence.sql.ts, which `npm run sql` generates. */
export type IndependenceSql = {
  members: { row: { id: number; full_name: string; rol: string; permission_set: string | null; date_creation: Date; locked: boolean }; given: Record<never, never> }
  links: { row: { one: number; other: number; created: boolean }; given: { since: Date } }
}
