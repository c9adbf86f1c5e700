/** The types of the statements in account-security.sql.ts, which `npm run sql` generates. */
export type AccountSecuritySql = {
  signIns: { row: { id: number; at: Date; outcome: string; ip: string | null; detail: object }; given: { person_id: number; since: Date; limit_rows: number; offset_rows: number } }
  countSignIns: { row: { count: number }; given: { person_id: number; since: Date } }
  signIn: { row: { id: number; at: Date; outcome: string; ip: string | null; detail: object }; given: { person_id: number; since: Date; id: number } }
  emailEditor: { row: { editor_id: number | null }; given: { person_id: number } }
}
