/** The types of the statements in text-counts.sql.ts, which `npm run sql` generates. */
export type TextCountsSql = {
  create: { row: never; given: { day: string; month: string; person_id: number | null } }
  lock: { row: { period: string; count: number }; given: { day: string; month: string; person_id: number | null } }
  add: { row: never; given: { day: string; month: string; person_id: number | null } }
  purge: { row: { count: number }; given: { month: string; day: string } }
  removeOfPerson: { row: never; given: { person_id: number } }
}
