/** The types of the statements in awaited-results.sql.ts, which `npm run sql` generates. */
export type AwaitedResultsSql = {
  holidays: { row: { day: string }; given: { from: string } }
  ended: { row: { id: number; patient_id: number; specialty_code: number; starts_at: Date; reserved_group: string | null }; given: { from: Date; now: Date; services: readonly number[]; after_id: number } }
  claim: { row: { appointment_id: number }; given: { appointment_id: number; now: Date } }
  listOpenLate: { row: { id: number; patient_id: number; patient_full_name: string; document_type_id: number; document_number: string; document_country: string | null; specialty: string; sub_context: string; specialty_code: number; place_care: string; starts_at: Date }; given: { from: Date; services: readonly number[]; sites: readonly number[] | null; order: string | null; limit_rows: number; offset_rows: number } }
  countOpenLate: { row: { count: number }; given: { from: Date; services: readonly number[]; sites: readonly number[] | null } }
  markArrived: { row: never; given: { now: Date; ids: readonly number[] } }
}
