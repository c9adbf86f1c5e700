/** The types of the statements in service-requests.sql.ts, which `npm run sql` generates. */
export type ServiceRequestsSql = {
  attach: { row: never; given: { file_id: number; request_kind: string; request_id: number; side: string } }
  files: { row: { request_id: number; side: string; id: number; name: string; scan_state: string }; given: { request_kind: string; request_ids: readonly number[] } }
  file: { row: { key: string; name: string; media_type: string; matter: string; request_id: number; requester_id: number; patient_id: number; site_id: number | null }; given: { file_id: number } }
  orders: { row: { id: number; name: string; scan_state: string }; given: { contact_id: number } }
  order: { row: { key: string; name: string; media_type: string; matter: string; request_id: number; requester_id: number; patient_id: number; site_id: number | null }; given: { file_id: number } }
  askedPatients: { row: { patient_id: number }; given: { requester_id: number; matters: readonly string[] } }
  unreadAnswers: { row: { matter: string; id: number; subject: string; patient_id: number; first_name: string; answered_at: Date }; given: { person_id: number; patient_ids: readonly number[]; since: Date } }
  markRead: { row: never; given: { person_id: number; request_kind: string; request_ids: readonly number[]; now: Date } }
  forgetRead: { row: never; given: { person_id: number } }
  openPage: { row: { matter: string; id: number; subject: string; requester_id: number; patient_id: number; patient_full_name: string; state: string; answer: string | null; answered_at: Date | null; answered_by: number | null; created_at: Date; due_at: Date; site_id: number | null }; given: { matter: string; state: string; sites: readonly number[] | null; late_at: Date | null; limit_rows: number; offset_rows: number } }
  answeredPage: { row: { matter: string; id: number; subject: string; requester_id: number; patient_id: number; patient_full_name: string; state: string; answer: string | null; answered_at: Date | null; answered_by: number | null; created_at: Date; due_at: Date; site_id: number | null }; given: { matter: string; state: string; sites: readonly number[] | null; late_at: Date | null; limit_rows: number; offset_rows: number } }
  countInbox: { row: { count: number }; given: { matter: string; state: string; sites: readonly number[] | null; late_at: Date | null } }
  pending: { row: { matter: string; count: number }; given: { sites: readonly number[] | null } }
  one: { row: { matter: string; id: number; subject: string; requester_id: number; patient_id: number; patient_full_name: string; state: string; answer: string | null; answered_at: Date | null; answered_by: number | null; created_at: Date; due_at: Date; site_id: number | null }; given: { matter: string; id: number } }
}
