/** The types of the statements in booking.sql.ts, which `npm run sql` generates. */
export type BookingSql = {
  bookedFor: { row: { id: number; patient_id: number; rut_professional: string; doctor_name: string; specialty_code: number; specialty: string; sub_context: string; place_care: string; place_detail: string; modality: string; starts_at: Date; ends_at: Date; image_key: string | null; patient_full_name: string }; given: { booked_by: number; now: Date } }
  busyTimes: { row: { id: number; patient_id: number; first_name: string; reserved: boolean; booked_by: number | null; office_id: number; starts_at: Date; ends_at: Date }; given: { person_id: number; until: Date; from: Date } }
  calendarEntry: { row: { id: number; patient_id: number; rut_professional: string; doctor_name: string; specialty_code: number; specialty: string; sub_context: string; place_care: string; place_detail: string; modality: string; starts_at: Date; ends_at: Date; ical_sequence: number; state: string; created_at: Date; address: string; reserved: boolean; booked_by: number | null; office_id: number; service_item: string | null; told_elsewhere: boolean; image_key: string | null; can_move: boolean }; given: { id: number } }
  itemOfExam: { row: { name: string; reserved_group: string | null; way_to_schedule: string; for_adults: boolean; for_children: boolean; under_8_callcenter: boolean; needs_questionnaire: boolean; codes: number[] }; given: { id: number } }
  itemOfProcedure: { row: { name: string; reserved_group: string | null; way_to_schedule: string; for_adults: boolean; for_children: boolean; under_8_callcenter: boolean; needs_questionnaire: boolean; codes: number[] }; given: { code: string } }
  answered: { row: { asked: Uint8Array; answer: object }; given: { person_id: number; key: string } }
  keepAnswer: { row: never; given: { person_id: number; key: string; asked: Uint8Array; answer: string; now: Date } }
  purgeAnswers: { row: { key: string }; given: { before: Date } }
}
