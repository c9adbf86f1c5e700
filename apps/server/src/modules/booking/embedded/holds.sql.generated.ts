/** The types of the statements in holds.sql.ts, which `npm run sql` generates. */
export type HoldsSql = {
  offices: { row: { office_id: string; id: number; name: string; address: string; phone: string }; given: Record<never, never> }
  attendedAt: { row: { office_id: string; id: number; name: string; address: string; phone: string }; given: { office_ids: readonly number[]; codes: readonly number[]; today: string } }
  consulted: { row: { code: string; name: string }; given: { office_id: string; modality: string; today: string } }
  named: { row: { code: string; name: string }; given: { wire_codes: readonly string[] } }
  professionals: { row: { rut: string; name: string; image_key: string | null; specialties: object | null; next_free: Date | null; next_modality: string | null }; given: { now: Date; office_id: number; codes: readonly number[]; modality: string; rut: string; today: string } }
  codesOf: { row: { code: number }; given: { wire_codes: readonly string[] } }
  officeOf: { row: { id: number }; given: { office_id: string } }
  needOfExam: { row: { codes: number[] | null; offices: number[] | null; minutes: number | null }; given: { id: number } }
  needOfProcedure: { row: { codes: number[] | null; offices: number[]; minutes: number }; given: { code: string } }
  freeByService: { row: { id: number; rut_professional: string; doctor_name: string; office_id: string; starts_at: Date; ends_at: Date; specialty: string; specialty_name: string; modality: string; room: string | null }; given: { codes: readonly number[]; from: Date; to: Date; now: Date; offices: readonly number[]; minutes: number; modality: string } }
  freeByProfessional: { row: { id: number; rut_professional: string; doctor_name: string; office_id: string; starts_at: Date; ends_at: Date; specialty: string; specialty_name: string; modality: string; room: string | null }; given: { rut: string; codes: readonly number[]; from: Date; to: Date; now: Date; offices: readonly number[]; minutes: number; modality: string } }
  slot: { row: { id: number; rut_professional: string; doctor_name: string; office_id: string; starts_at: Date; ends_at: Date; specialty: string; specialty_name: string; modality: string; room: string | null }; given: { id: number } }
  slotState: { row: { professional_id: number; begun: boolean | null }; given: { now: Date; id: number } }
  hold: { row: { id: number; expires_at: Date }; given: { slot_id: number; now: Date; person_id: number; expires_at: Date } }
  heldBy: { row: { id: number; expires_at: Date }; given: { slot_id: number; person_id: number; now: Date } }
  trimHolds: { row: never; given: { person_id: number; remaining: number } }
  release: { row: { kind: string; professional_id: number; starts_at: Date; ends_at: Date }; given: { id: number; person_id: number } }
  purgeHolds: { row: { id: number }; given: { now: Date } }
  holdForMove: { row: { id: number }; given: { slot_id: number; now: Date; person_id: number } }
  releaseAfterMove: { row: never; given: { id: number } }
}
