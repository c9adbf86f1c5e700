/** All rows that the demonstration inserts. They refer to each other by the plan's own numbers. */
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { Day } from '@mi-portal/contract/values/dates'
import type { RegistryEntry } from '../../src/ports/civil-registry.ts'

export type Numbered<Row> = Row & { readonly id: number }

export type PersonRow = {
  document_type_id: 1 | 2
  document_number: string
  document_country: string | null
  first_name: string
  last_name: string
  second_name: string
  date_birth: Day
  nationality_id: number
  forecast_id: number | null
  gender_id: number
  email: string | null
  email_verified_at: Date | null
  address: string | null
  phone: string | null
  commune_id: number | null
  image_store_passport: number | null
  image_store_passport_patient: number | null
  status_passport: boolean
  rol: 'STANDART_ROLE' | 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE'
  status: 1 | 2 | 3
  opened_as_minor: boolean
  opened_as_child: boolean
  password_hash: string | null
  date_creation: Date
  updated_at: Date
  deleted_at: Date | null
}

/** A person of the civil registry, with the number of the identity card as it is printed. */
export type RegistryRow = Omit<RegistryEntry, 'card_hash'> & { readonly card_number: string }

/** A patient on the waiting list for a slot. */
type WaitRow = {
  person_id: number
  patient_id: number
  service_code: number
  state: 'waiting' | 'served' | 'ended'
  created_at: Date
  ended_at: Date | null
}

type DecisionRow = {
  person_id: number
  decided_by: number
  approved: boolean
  reason: string
  applied_at: Date
  decided_at: Date
}

export type FileRow = {
  readonly purpose: 'exam' | 'image' | 'passport' | 'passport-patient' | 'request' | 'answer' | 'professional'
  readonly media_type: 'application/pdf' | 'application/dicom' | 'image/png' | 'image/svg+xml'
  readonly name: string
  readonly created_at: Date
  readonly make: () => Promise<Uint8Array>
}

type LinkRow = {
  leader_id: number
  member_id: number
  relationship_type_id: number
  state: 'pending' | 'approved' | 'ended'
  guardian_proof: 'registry' | 'staff' | null
  access_from: Date | null
  may_book: boolean
  created_at: Date
  approved_at: Date | null
  ended_at: Date | null
}

type RequestRow = {
  family_id: number
  applicant_id: number
  request_status: 0 | 1 | 2 | 3
  legal_text_id: number | null
  created_at: Date
  decided_at: Date | null
  decided_by: number | null
}

type AppointmentRow = {
  patient_id: number
  professional_id: number
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
  booked_by: number
  created_at: Date
  attendance: 'attended' | null
  attendance_at: Date | null
}

type ExamRow = {
  attention_number: string
  /** Only of the exam with images. */
  accession_number?: string
  patient_id: number
  type: 'laboratory' | 'imaging'
  panel_code: string | null
  type_exam: string
  doctor_solicite: string
  type_patient: string
  taken_at: Date
  reserved_group: string | null
  shown: boolean
  file_id: number
  /** The report's text; null if it has none. */
  report_text: readonly ReportBlock[] | null
  created_at: Date
}

type ImageStudyRow = {
  study: string
  patient_id: number
  accession_number: string
  day: string
  description: string
  stored_at: Date
}

type ImageSeriesRow = {
  study_id: number
  series: string
  number: number
  description: string
  modality: string
}

type ImageInstanceRow = {
  series_id: number
  instance: string
  number: number
  frames: number
  side: number
  file_id: number
}

type ResultRow = {
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
  decimals: number
  low: number | null
  high: number | null
  reference_text: string | null
  reserved_group: string | null
  shown: boolean
  level: string
  is_critical: boolean
}

type DocumentRow = {
  requester_id: number
  patient_id: number
  document_kind_id: number
  comment: string
  state: 'pendiente' | 'respondida'
  answer: string | null
  answered_at: Date | null
  created_at: Date
}

type BudgetRow = {
  requester_id: number
  patient_id: number
  intervention_type_id: number
  forecast_id: number | null
  medico_tratante: string
  fecha_estimada: Day
  h_pabellon: number | null
  comentarios: string
  autoriza_contacto: boolean
  state: 'pendiente' | 'respondida'
  comentario_ejecutivo: string | null
  answered_at: Date | null
  created_at: Date
}

type ContactRow = {
  requester_id: number
  patient_id: number
  /** Absent for an ordinary contact message. */
  matter?: 'imaging'
  imaging?: {
    name: string
    lastName: string
    rut: string
    email: string
    phone: string
    questions: { question: string; answer: 'Sí' | 'No' }[]
  }
  /** Null for an imaging contact. */
  reason_id: number | null
  message: string
  exam_date: Day | null
  exam_type: string | null
  exam_name: string | null
  branch: string | null
  state: 'pendiente' | 'respondida'
  answer: string | null
  answered_at: Date | null
  created_at: Date
}

type RequestPlace = {
  request_kind: 'document' | 'budget' | 'contact'
  request_id: number
}

export type MessageRow = RequestPlace & {
  kind: 'request' | 'answer' | 'closing' | 'note'
  author_id: number
  text: string
  created_at: Date
}

type ThreadRow = RequestPlace & {
  assignee_id: number | null
  asked_at: Date | null
  replied_at: Date | null
  closed_at: Date | null
  staff_read_at: Date
}

type NotificationRow = {
  person_id: number
  type: 'family_group' | 'exams_procedures'
  text: string
  /** The patient whose record the notification is about. */
  patient_id: number | null
  request_family_group_id: number | null
  read_at: Date | null
  active: boolean
  created_at: Date
}

/** Creates a list that numbers its rows from 1 in the order they are added. */
function numbered<Row extends object>() {
  const all: Numbered<Row>[] = []
  return {
    all,
    add: (row: Row): number => {
      all.push({ ...row, id: all.length + 1 })
      return all.length
    },
  }
}

export function emptyPlan() {
  return {
    files: numbered<FileRow>(),
    people: numbered<PersonRow>(),
    registry: new Map<string, RegistryRow>(),
    decisions: [] as DecisionRow[],
    favourites: numbered<{ person_id: number; menu_id: string; name: string; position: number }>(),
    waits: numbered<WaitRow>(),
    links: numbered<LinkRow>(),
    requests: numbered<RequestRow>(),
    invitations: [] as { request_id: number; token_hash: string; expires_at: Date }[],
    appointments: numbered<AppointmentRow>(),
    exams: numbered<ExamRow>(),
    imageStudies: numbered<ImageStudyRow>(),
    imageSeries: numbered<ImageSeriesRow>(),
    imageInstances: [] as ImageInstanceRow[],
    results: [] as ResultRow[],
    documents: numbered<DocumentRow>(),
    budgets: numbered<BudgetRow>(),
    contacts: numbered<ContactRow>(),
    messages: numbered<MessageRow>(),
    threads: [] as ThreadRow[],
    readAnswers: [] as {
      person_id: number
      kind: MessageRow['request_kind']
      request_id: number
      read_at: Date
    }[],
    requestFiles: [] as (RequestPlace & {
      file_id: number
      side: 'request' | 'answer'
      /** Absent for files of the request and of its first answer. */
      message_id?: number | null
    })[],
    notifications: numbered<NotificationRow>(),
  }
}

export type Plan = ReturnType<typeof emptyPlan>
