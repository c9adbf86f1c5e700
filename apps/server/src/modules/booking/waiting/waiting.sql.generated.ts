/** The types of the statements in waiting.sql.ts, which `npm run sql` generates. */
export type WaitingSql = {
  list: { row: { id: number; patient_id: number; patient_full_name: string; code: string; name: string; office_id: string | null; rut_professional: string | null; doctor_name: string | null; from: string | null; to: string | null; created_at: Date }; given: { person_id: number } }
  add: { row: { id: number }; given: { person_id: number; patient_id: number; office_id: string | null; from_day: string | null; to_day: string | null; now: Date; told_elsewhere: boolean; rut: string | null; wire_code: string } }
  known: { row: { code: number }; given: { wire_code: string; rut: string | null } }
  attended: { row: { code: number }; given: { wire_code: string; office_id: string | null; rut: string | null; today: string } }
  count: { row: { count: number }; given: { person_id: number } }
  end: { row: { id: number }; given: { now: Date; id: number; person_id: number } }
  offers: { row: { hold_id: number; expires_at: Date; patient_id: number; patient_full_name: string; id: number; rut_professional: string; doctor_name: string; office_id: string; starts_at: Date; ends_at: Date; specialty: string; specialty_name: string; modality: string; room: string }; given: { person_id: number; now: Date } }
  removeExpiredOffers: { row: { professional_id: number; starts_at: Date; ends_at: Date }; given: { now: Date } }
  matches: { row: { freed_id: number; slot_id: number | null; waiting_id: number | null; person_id: number | null; patient_id: number | null; told_elsewhere: boolean | null; doctor_name: string | null; place_care: string | null; starts_at: Date | null }; given: { now: Date } }
  offer: { row: { id: number }; given: { slot_id: number; now: Date; waiting_id: number; person_id: number; patient_id: number; expires_at: Date } }
  endOne: { row: never; given: { now: Date; id: number } }
}
