/** The types of the statements in booked-items.sql.ts, which `npm run sql` generates. */
export type BookedItemsSql = {
  itemOfExam: { row: { name: string; reserved_group: string | null; way_to_schedule: string; for_adults: boolean; for_children: boolean; under_8_callcenter: boolean; needs_questionnaire: boolean; codes: number[] }; given: { id: number } }
  itemOfProcedure: { row: { name: string; reserved_group: string | null; way_to_schedule: string; for_adults: boolean; for_children: boolean; under_8_callcenter: boolean; needs_questionnaire: boolean; codes: number[] }; given: { code: string } }
}
