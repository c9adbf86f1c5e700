/** The types of the statements in availability.sql.ts, which `npm run sql` generates. */
export type AvailabilitySql = {
  offices: { row: { office_id: string; id: number; name: string; address: string; phone: string }; given: Record<never, never> }
  attendedAt: { row: { office_id: string; id: number; name: string; address: string; phone: string }; given: { office_ids: readonly number[] | null; codes: readonly number[] | null; today: string } }
  consulted: { row: { code: string; name: string }; given: { office_id: string | null; modality: string | null; today: string; age_on_last_day: number | null; age: number | null } }
  named: { row: { code: string; name: string }; given: { wire_codes: readonly string[] } }
  professionals: { row: { rut: string; name: string; image_key: string | null; specialties: object; next_free: Date | null; next_modality: string | null }; given: { now: Date; office_id: number | null; codes: readonly number[] | null; modality: string | null; rut: string | null; today: string } }
  codesOf: { row: { code: number }; given: { wire_codes: readonly string[] } }
  officeOf: { row: { id: number }; given: { office_id: string } }
  needOfExam: { row: { codes: number[]; offices: number[]; minutes: number }; given: { id: number } }
  needOfProcedure: { row: { codes: number[]; offices: number[]; minutes: number }; given: { code: string } }
  freeByService: { row: { id: number; rut_professional: string; doctor_name: string; office_id: string; starts_at: Date; ends_at: Date; specialty: string; specialty_name: string; modality: string; room: string }; given: { codes: readonly number[] | null; from: Date; to: Date; now: Date; offices: readonly number[] | null; minutes: number; modality: string | null } }
  freeByProfessional: { row: { id: number; rut_professional: string; doctor_name: string; office_id: string; starts_at: Date; ends_at: Date; specialty: string; specialty_name: string; modality: string; room: string }; given: { rut: string; codes: readonly number[] | null; from: Date; to: Date; now: Date; offices: readonly number[] | null; minutes: number; modality: string | null } }
  slot: { row: { id: number; rut_professional: string; doctor_name: string; office_id: string; starts_at: Date; ends_at: Date; specialty: string; specialty_name: string; modality: string; room: string }; given: { id: number } }
  slotState: { row: { professional_id: number; begun: boolean }; given: { now: Date; id: number } }
}
