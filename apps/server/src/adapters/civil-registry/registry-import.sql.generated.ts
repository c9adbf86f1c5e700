/** The types of the statements in registry-import.sql.ts, which `npm run sql` generates. */
export type RegistryImportSql = {
  stored: { row: { run: string; card_hash: string | null; names: string; last_name: string; second_name: string; date_birth: string; mother_run: string | null; mother_name: string; father_run: string | null; father_name: string; marital_status: string; birth_commune: string | null; home_commune: string | null; is_deceased: boolean; deceased_on: string | null }; given: { after: string; count: number } }
  put: { row: never; given: { people: string } }
  remove: { row: never; given: { runs: readonly string[] } }
  lock: { row: never; given: Record<never, never> }
  communes: { row: { cut: string }; given: Record<never, never> }
}
