/** The types of the statements in medical-orders.sql.ts, which `npm run sql` generates. */
export type MedicalOrdersSql = {
  find: { row: { file_id: number; key: string; name: string; media_type: string; scan_state: string; attached_at: Date }; given: { id: number; patient_id: number } }
  checkOpen: { row: { id: number }; given: { id: number; patient_id: number; now: Date } }
  lockOpen: { row: { id: number }; given: { id: number; patient_id: number; now: Date } }
  patientAt: { row: { patient_id: number }; given: { id: number; sites: readonly number[] | null } }
  attach: { row: never; given: { appointment_id: number; file_id: number; attached_by: number; now: Date } }
  remove: { row: { file_id: number }; given: { appointment_id: number } }
  removeAllOf: { row: { file_id: number }; given: { patient_id: number } }
}
