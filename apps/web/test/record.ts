/** Builders of a patient's record: hours, exams and results, with plausible values for all that a test does not name. Everybody is invented. */
import type { Appointment, AppointmentList } from '@mi-portal/contract/appointments'
import type { ExamShare } from '@mi-portal/contract/exam-shares'
import type { Exam, ExamResult, ExamResults } from '@mi-portal/contract/exams'

/** An hour in Providencia on 26 November 2026 at 09:30. */
export function buildHour(overrides: Partial<Appointment> = {}): Appointment {
  return {
    id_appointment: 1,
    patient_id: 7,
    rut_professional: '111111111',
    cod_specialty: '101',
    doctor_name: 'Dra. Carolina Muñoz Vidal',
    specialty: 'Cardiología',
    sub_context: 'Control',
    date: '26/11/2026',
    date_mobile: '26 nov',
    hour: '09:30',
    place_care: 'Providencia',
    place_care_portal: 'Providencia',
    doctor_image: null,
    starts_at: '2026-11-26T12:30:00Z',
    ends_at: '2026-11-26T12:50:00Z',
    modality: 'presencial',
    video: null,
    ...overrides,
  }
}

/** A page of hours as the server tells it. */
export function hoursPage(hours: readonly Appointment[], page = 1, total = hours.length): AppointmentList {
  return { appointments: [...hours], count_appointment: total, total, page, limit: 5 }
}

/** A laboratory exam of 20 November 2026. */
export function buildExam(overrides: Partial<Exam> = {}): Exam {
  return {
    attention_id: 31,
    attention_number: 'A-204817',
    patient_id: 7,
    type_exam: 'Perfil bioquímico',
    doctor_solicite: 'Dra. Carolina Muñoz Vidal',
    date: '20/11/2026',
    hour: '08:15',
    type_patient: 'Ambulatorio',
    ...overrides,
  }
}

/** A page of exams as the server tells it. */
export function examsPage(exams: readonly Exam[], page = 1, total = exams.length) {
  return { laboratories: [...exams], total, page, limit: 5 }
}

/** A creatinine inside its range, measured twice. */
export function buildMeasure(overrides: Partial<ExamResult> = {}): ExamResult {
  return {
    code: 'CRE',
    name: 'Creatinina',
    value: 0.78,
    text: null,
    unit: 'mg/dL',
    decimals: 2,
    reference: { low: 0.5, high: 0.9, text: null },
    position: 'in',
    history: [
      { date: '2025-08-11', value: 0.7 },
      { date: '2026-11-20', value: 0.78 },
    ],
    ...overrides,
  }
}

/** What the viewer is told of an exam. */
export function buildResults(results: readonly ExamResult[]): ExamResults {
  return {
    exam: {
      ...buildExam(),
      patient_full_name: 'Camila Andrea Fuentes Rojas',
      patient_document: '12345678-5',
    },
    results: [...results],
    pdf_url: '/api/exams/files/llave-del-archivo',
  }
}

/** A live share of that laboratory exam, opened once. */
export function buildShare(overrides: Partial<ExamShare> = {}): ExamShare {
  return {
    id: 5,
    exam: { ...buildExam(), type: 'laboratory' },
    recipient_email: 'luis@ejemplo.cl',
    type_relationship: 'Familiar',
    shared_by: 'Camila Andrea Fuentes',
    created_at: '2026-11-20T12:00:00Z',
    expires_at: '2126-11-27T12:00:00Z',
    openings: [{ at: '2026-11-21T13:30:00Z' }],
    ended_at: null,
    ended_because: null,
    ...overrides,
  }
}
