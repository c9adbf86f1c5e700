/** Builds a patient's record, with plausible values for all that a test does not set. */
import type { Agenda, AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import type { Appointment, AppointmentList } from '@mi-portal/contract/appointments/appointments'
import type { Exam, ExamResult, ExamResults, ListedExam } from '@mi-portal/contract/exams/exams'
import { plainFromReported, reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { findFlag } from '@mi-portal/contract/results/result-flags'

/** Builds an appointment in Providencia on 26 November 2026 at 09:30. */
export function buildAppointment(overrides: Partial<Appointment> = {}): Appointment {
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

export function buildAgendaAppointment(overrides: Partial<AgendaAppointment> = {}): AgendaAppointment {
  return {
    ...buildAppointment(),
    patient_full_name: 'Camila Andrea Fuentes',
    booked_by: null,
    site: 'PROVIDENCIA',
    is_private: false,
    confirmed_at: null,
    can_confirm: true,
    medical_order: { is_attached: false, is_needed: false, can_change: true },
    may_change: true,
    certificate: null,
    ...overrides,
  }
}

export function agendaPage(
  appointments: readonly AgendaAppointment[],
  people: Agenda['people'] = [],
  page = 1,
  total = appointments.length,
): Agenda {
  return { appointments: [...appointments], count_appointment: total, total, page, limit: 5, people }
}

export function appointmentsPage(
  appointments: readonly Appointment[],
  page = 1,
  total = appointments.length,
): AppointmentList {
  return { appointments: [...appointments], count_appointment: total, total, page, limit: 5 }
}

/** Builds a laboratory exam of 20 November 2026. */
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
    status: 'final',
    corrected_on: null,
    has_document: true,
    ...overrides,
  }
}

export function buildExamsPage(
  exams: readonly (Exam & Partial<Omit<ListedExam, keyof Exam>>)[],
  page = 1,
  total = exams.length,
) {
  return {
    laboratories: exams.map((exam) => ({
      ...{
        is_new: false,
        has_images: false,
        has_report_text: false,
        is_private: false,
        hold: null,
        takeaway: null,
      },
      ...exam,
    })),
    total,
    page,
    limit: 5,
  }
}

const creatinine = {
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
} as const

/**
 * Builds a creatinine result inside its range, measured twice. As on the server, `reported` and the fields derived
 * from it agree: when a test sets one of the two, the other follows.
 */
export function buildExamResult(overrides: Partial<ExamResult> = {}): ExamResult {
  const { reported, ...rest } = overrides
  if (reported !== undefined) return { ...toExamResult(reported), ...rest }
  const plain = { ...creatinine, ...rest }
  const { reference, value, text, unit, decimals } = plain
  const ranges = { low: reference.low, high: reference.high, reference_text: reference.text }
  const made = reportedFromPlain({ value, text, unit, ucum: null, decimals, ...ranges })
  const { position, history } = plain
  return {
    ...toExamResult(made),
    flag: position === null ? null : { level: position, critical: false },
    course: history.map((past) => ({
      date: past.date,
      reported: reportedFromPlain({ value: past.value, text: null, unit, ucum: null, decimals, ...ranges }),
    })),
    ...plain,
    history: [...history],
  }
}

/** Converts a reported value to a result as the server presents it, without earlier values. */
function toExamResult(reported: ReportedResult): ExamResult {
  const { low, high, reference_text, ucum: _, ...plain } = plainFromReported(reported)
  const flag = findFlag(reported)
  return {
    code: 'CRE',
    name: 'Creatinina',
    purpose: null,
    reported,
    flag,
    earlier: [],
    course: [],
    ...plain,
    reference: { low, high, text: reference_text },
    position: flag === null || flag.level === 'abnormal' ? null : flag.level,
    history: [],
  }
}

export function buildExamResults(results: readonly ExamResult[]): ExamResults {
  return {
    type: 'laboratory',
    exam: {
      ...buildExam(),
      patient_full_name: 'Camila Andrea Fuentes Rojas',
      patient_document: '12345678-5',
    },
    conclusion: null,
    report: [],
    purpose: null,
    critical_advice: 'Contacta a tu médico hoy. Si te sientes mal, acude a urgencia o llama al 131.',
    results: [...results],
    pdf_url: '/api/exams/files/llave-del-archivo',
    documents: [{ name: 'examen.pdf', url: '/api/exams/files/llave-del-archivo' }],
    has_unshowable_document: false,
  }
}

/** Builds a new share as its creator sees it once. */
export function buildCreatedShare() {
  return {
    id: 5,
    code: '482913',
    link: `https://portal.example/compartido/${'t'.repeat(43)}`,
    qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    expires_at: '2126-11-27T12:00:00Z',
  }
}
