/** Rows of the tables that tests write and read, with the types in which the database driver returns them. */
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'

export type PersonRow = {
  id: number
  document_type_id: number
  document_number: string
  document_country: string | null
  first_name: string
  last_name: string
  second_name: string
  date_birth: string | null
  nationality_id: number | null
  forecast_id: number | null
  gender_id: number | null
  email: string | null
  address: string | null
  phone: string | null
  commune_id: number | null
  rol: 'STANDART_ROLE' | 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE'
  status: number
  opened_as_minor: boolean
  password_hash: string | null
  date_creation: Date
  pending_due_at: Date | null
  deleted_at: Date | null
  without_account: boolean
  names_proven: boolean
  email_verified_at: Date | null
}

export type AppointmentRow = {
  id: number
  patient_id: number
  professional_id: number | null
  rut_professional: string
  doctor_name: string
  specialty_code: number
  specialty: string
  sub_context: string
  office_id: number
  place_care: string
  place_detail: string
  modality: 'presencial' | 'telemedicina'
  starts_at: Date
  ends_at: Date
  reserved_group: string | null
  state: 'booked' | 'cancelled'
  cancelled_at: Date | null
  booked_by: number | null
  created_at: Date
  attendance: 'attended' | 'missed' | null
  attendance_at: Date | null
}

export type ExamRow = {
  id: number
  attention_number: string
  accession_number: string | null
  patient_id: number
  type: 'laboratory' | 'imaging'
  type_exam: string
  doctor_solicite: string
  type_patient: string
  taken_at: Date
  reserved_group: string | null
  shown: boolean
  file_id: number | null
  created_at: Date
  announced_at: Date | null
  status: 'preliminary' | 'final' | 'amended' | 'corrected' | 'appended'
  report_text: readonly ReportBlock[] | null
}

export type ExamResultRow = {
  exam_id: number
  position: number
  patient_id: number
  taken_at: Date
  code: string
  name: string
  loinc: string | null
  value: number | null
  text: string | null
  unit: string | null
  ucum: string | null
  low: number | null
  high: number | null
  reserved_group: string | null
  shown: boolean
  level: string | null
  is_critical: boolean
}

export type FileRow = {
  id: number
  key: string
  purpose: string
  media_type: string
  bytes: number
  sha256: Uint8Array
  name: string
  created_at: Date
}

export type FamilyLinkRow = {
  id: number
  leader_id: number
  member_id: number
  relationship_type_id: number
  state: 'pending' | 'approved' | 'ended'
  guardian_proof: 'registry' | 'staff' | null
  may_book: boolean
  created_at: Date
  approved_at: Date | null
  access_from: Date | null
  announced_at: Date | null
}

export type FamilyRequestRow = {
  id: number
  family_id: number
  applicant_id: number
  created_at: Date
}

export type AdRow = {
  id: number
  title: string
  image: string
  url: string
  from_age: number
  to_age: number
  gender_id: number
  order_advertising: number
  shown_from: Date | null
  shown_until: Date | null
  status: boolean
}

export type OutboxRow = {
  id: number
  template: string
  person_id: number | null
  recipient: string
  subject: string
  body_text: string
  body_html: string
  unsubscribe_url: string | null
  notification_id: number | null
  state: 'queued' | 'sending' | 'sent' | 'expired' | 'parked'
  created_at: Date
  next_attempt_at: Date
  not_after: Date | null
}

export type AuditEventRow = {
  id: number
  actor_id: number | null
  actor_role: string
  action: string
  patient_id: number | null
  object: string | null
  outcome: 'done' | 'refused'
  detail: unknown
}
