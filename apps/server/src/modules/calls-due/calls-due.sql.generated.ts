/** The types of the statements in calls-due.sql.ts, which `npm run sql` generates. */
export type CallsDueSql = {
  insert: { row: { phone: string | null }; given: { patient_id: number; topic: string; appointment_id: number | null; site_id: number | null; text: string; now: Date } }
  open: { row: { id: number; patient_id: number; patient_full_name: string; phone: string | null; text: string; created_at: Date }; given: { topics: readonly string[]; sites: readonly number[] | null } }
  finish: { row: { patient_id: number }; given: { now: Date; done_by: number; id: number; topics: readonly string[]; sites: readonly number[] | null } }
}
