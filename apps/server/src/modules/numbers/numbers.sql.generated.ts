/** The types of the statements in numbers.sql.ts, which `npm run sql` generates. */
export type NumbersSql = {
  attendance: { row: { grouping: string; name: string; attended: number; missed: number; unrecorded: number }; given: { from: Date; until: Date; sites: readonly number[] | null } }
  occupancy: { row: { grouping: string; name: string; taken: number; slots: number }; given: { from: Date; until: Date; sites: readonly number[] | null } }
  waiting: { row: { grouping: string; name: string; added: number; waiting: number; offered: number; recovered: number }; given: { from: Date; until: Date; sites: readonly number[] | null } }
  answers: { row: { matter: string; in_time: number; late: number; pending: number }; given: { now: Date; from: Date; until: Date; matters: readonly string[]; sites: readonly number[] | null } }
  validations: { row: { in_time: number; late: number }; given: { from: Date; until: Date } }
}
