/** The types of the statements in reminders.sql.ts, which `npm run sql` generates. */
export type RemindersSql = {
  dueAppointments: { row: { id: number; at: string; patient_id: number }; given: { from: Date; to: Date; due_at: Date; moved: boolean; after_at: string; after_id: number; limit_rows: number } }
  waitingRecipients: { row: { id: number }; given: { patient_ids: readonly number[]; adults_before: string; reserve_before: string; day: string; days_before: number } }
  due: { row: { id: number; patient_id: number; patient_name: string; recipient_id: number; first_name: string; email: string; reserved: boolean; reserved_group: string | null; starts_at: Date; doctor_name: string; modality: string; place: string }; given: { person_ids: readonly number[]; adults_before: string; reserve_before: string; from: Date; to: Date; due_at: Date; moved: boolean } }
  recipients: { row: { id: number }; given: { adults_before: string; reserve_before: string; patient_id: number } }
  sent: { row: { person_id: number }; given: { day: string; days_before: number; now: Date; person_ids: readonly number[] } }
  reservedNow: { row: { id: number }; given: { ids: readonly number[] } }
}
