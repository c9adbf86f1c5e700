/** The types of the statements in catalogues.sql.ts, which `npm run sql` generates. */
export type CataloguesSql = {
  listGenders: { row: { id: number; name: string }; given: Record<never, never> }
  listNationalities: { row: { id: number; name: string }; given: Record<never, never> }
  listForecasts: { row: { id: number; nombre: string; status: number }; given: Record<never, never> }
  listRegions: { row: { id: number; name: string }; given: Record<never, never> }
  listProvinces: { row: { id: number; name: string }; given: { region_id: number } }
  listCommunes: { row: { id: number; name: string }; given: { province_id: number } }
  listDisplayDurations: { row: { id: number; category_id: number; category_name: string; name_exam: string; day_withdrawal_portal: string; day_withdrawal: string }; given: Record<never, never> }
  listExamRelationships: { row: { id: number; name: string }; given: Record<never, never> }
}
