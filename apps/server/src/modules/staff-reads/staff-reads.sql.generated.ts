/** The types of the statements in staff-reads.sql.ts, which `npm run sql` generates. */
export type StaffReadsSql = {
  open: { row: { opening: string }; given: { staff_id: number; person_id: number; sites: readonly number[] | null; day: string; budget: number } }
  addReason: { row: { staff_id: number }; given: { day: string; staff_id: number; budget: number } }
  day: { row: { opened: number; allowed: number }; given: { budget: number; day: string; staff_id: number } }
  familyLink: { row: { person_id: number }; given: { id: number } }
  confirmation: { row: { person_id: number }; given: { id: number } }
  appointment: { row: { person_id: number }; given: { id: number } }
}
