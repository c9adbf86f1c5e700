/** The types of the statements in remote-waits.sql.ts, which `npm run sql` generates. */
export type RemoteWaitsSql = {
  ofPerson: { row: { id: number; person_id: number; patient_id: number; outside_id: number; specialty: string; office_id: string | null; rut_professional: string | null; patient_full_name: string }; given: { person_id: number } }
  insert: { row: { id: number }; given: { person_id: number; patient_id: number; outside_id: number; specialty: string; specialty_name: string; office_id: string | null; rut_professional: string | null; now: Date } }
  one: { row: { id: number; person_id: number; patient_id: number; outside_id: number; specialty: string; office_id: string | null; rut_professional: string | null; patient_full_name: string }; given: { id: number; person_id: number } }
  delete: { row: never; given: { ids: readonly number[] } }
  due: { row: { id: number; person_id: number; patient_id: number; outside_id: number; specialty: string; office_id: string | null; rut_professional: string | null; patient_full_name: string }; given: { now: Date; limit_rows: number } }
  recordOffer: { row: { id: number }; given: { told_hold_id: number; id: number } }
}
