/** The types of the statements in calendar.sql.ts, which `npm run sql` generates. */
export type CalendarSql = {
  storeHolidays: { row: never; given: { holidays: string } }
  addHoliday: { row: { day: string }; given: { day: string; name: string; added_by: number; now: Date } }
  removeHoliday: { row: { day: string }; given: { day: string } }
  refreshSlots: { row: { changed: number }; given: { professional_id: number | null; first_day: string; last_day: string } }
  allProfessionals: { row: { id: number }; given: Record<never, never> }
  deletePastSlots: { row: { dropped: number }; given: { before: Date } }
}
