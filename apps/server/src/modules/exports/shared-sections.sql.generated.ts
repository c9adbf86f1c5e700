/** The types of the statements in shared-sections.sql.ts, which `npm run sql` generates. */
export type SharedSectionsSql = {
  documents: { row: { cells: string[] }; given: { patient_id: number; requester_id: number | null } }
  budgets: { row: { cells: string[] }; given: { patient_id: number; requester_id: number | null } }
  contacts: { row: { cells: string[] }; given: { patient_id: number; requester_id: number | null } }
  messages: { row: { cells: string[] }; given: { patient_id: number; requester_id: number | null } }
  questionnaires: { row: { cells: string[] }; given: { patient_id: number; requester_id: number | null } }
  rights: { row: { cells: string[] }; given: { patient_id: number; requester_id: number | null } }
  waiting: { row: { cells: string[] }; given: { patient_id: number; requester_id: number | null } }
  shares: { row: { cells: string[] }; given: { requester_id: number | null; patient_id: number } }
}
