/** The types of the statements in appointments.sql.ts, which `npm run sql` generates. */
export type AppointmentsSql = {
  book: { row: { id: number }; given: { id: number; patient_id: number; professional_id: number; rut_professional: string; doctor_name: string; specialty_code: number; specialty: string; sub_context: string; office_id: number; place_care: string; place_detail: string; modality: string; starts_at: Date; ends_at: Date; reserved_group: string | null; booked_by: number; now: Date; service_item: string | null } }
  move: { row: { moved: boolean | null }; given: { id: number; patient_id: number; now: Date; professional_id: number; rut_professional: string; doctor_name: string; specialty_code: number; specialty: string; sub_context: string; office_id: number; place_care: string; place_detail: string; modality: string; starts_at: Date; ends_at: Date; reserved_group: string | null; booked_by: number; service_item: string | null } }
  reschedule: { row: { id: number }; given: { id: number; now: Date; professional_id: number; rut_professional: string; doctor_name: string; office_id: number; place_care: string; place_detail: string; modality: string; starts_at: Date; ends_at: Date } }
  cancel: { row: { id: number }; given: { now: Date; id: number } }
  confirm: { row: { confirmed_at: Date | null }; given: { now: Date; id: number; starts_at: Date } }
  attachAnswers: { row: { attached: boolean | null }; given: { patient_id: number; exam_id: number; answered_by: number; since: Date; appointment_id: number } }
  noteNotifiedElsewhere: { row: never; given: { id: number } }
  addReceived: { row: { id: number }; given: { patient_id: number; rut_professional: string; doctor_name: string; specialty_code: number; specialty: string; sub_context: string; office_id: number; place_care: string; place_detail: string; modality: string; starts_at: Date; ends_at: Date; reserved_group: string | null; state: string; now: Date; attendance: string | null } }
  changeReceived: { row: never; given: { rut_professional: string; doctor_name: string; specialty_code: number; specialty: string; sub_context: string; office_id: number; place_care: string; place_detail: string; modality: string; starts_at: Date; ends_at: Date; reserved_group: string | null; state: string; now: Date; attendance: string | null; id: number } }
  recordAttendance: { row: { id: number }; given: { attendance: string | null; now: Date; recorded_by: number; id: number; latest_start: Date; previous: string | null } }
  setPrivate: { row: { is_stored: boolean }; given: { id: number; patient_id: number; is_private: boolean; now: Date } }
  addFreedTime: { row: never; given: { professional_id: number; starts_at: Date; ends_at: Date; now: Date } }
  addFreedSlots: { row: never; given: { now: Date; professional_id: number | null; from: Date; to: Date } }
  removePastTimes: { row: never; given: { now: Date } }
  claimFreedTime: { row: { id: number }; given: { id: number } }
}
