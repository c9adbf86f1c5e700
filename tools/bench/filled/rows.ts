/**
 * Generates the rows of a filled clinic in the text format of COPY. A row depends only on the seed, its table
 * and its number, so an interrupted fill continues with exactly the same clinic.
 */

import type { FilledSize } from './size.ts'
import { appointmentLines } from './synthetic/appointment-rows.ts'
import { auditLines, noticeLines } from './synthetic/audit-log-rows.ts'
import { type Catalogues, planClinic } from './synthetic/clinic-of-size.ts'
import { examLines } from './synthetic/exam-rows.ts'
import { peopleLines } from './synthetic/people-rows.ts'

export const tableNames = [
  'people',
  'appointments',
  'exams',
  'exam_results',
  'notifications',
  'audit_events',
] as const
export type TableName = (typeof tableNames)[number]

type FilledTable = {
  readonly columns: string
  /** The number of units. Each unit makes one or more rows. */
  readonly units: number
  /** The number of units in one COPY. */
  readonly batch: number
  /** Returns the lines of a unit, usually one. */
  readonly lines: (unit: number) => string
}

export function filledTables(
  size: FilledSize,
  catalogues: Catalogues,
): Readonly<Record<TableName, FilledTable>> {
  const clinic = planClinic(size, catalogues)
  const exams = examLines(clinic)
  return {
    people: {
      columns: `id, document_type_id, document_number, first_name, last_name, second_name, date_birth, nationality_id,
        forecast_id, gender_id, email, address, phone, commune_id, rol, status, password_hash, date_creation, updated_at,
        pending_since`,
      units: size.patients + size.staff,
      batch: 50_000,
      lines: peopleLines(clinic),
    },
    appointments: {
      columns: `id, patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
        place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, cancelled_at, booked_by, created_at,
        scheduled`,
      units: size.appointments,
      batch: 100_000,
      lines: appointmentLines(clinic),
    },
    exams: {
      columns: `id, attention_number, patient_id, type, panel_code, type_exam, doctor_solicite, type_patient, taken_at, created_at,
        announced_at`,
      units: size.exams,
      batch: 100_000,
      lines: exams.exam,
    },
    exam_results: {
      columns: 'exam_id, position, patient_id, taken_at, code, name, value, unit, decimals, low, high',
      units: size.exams,
      batch: 50_000,
      lines: exams.results,
    },
    notifications: {
      columns: 'person_id, type, text, patient_id, read_at, created_at',
      units: size.notifications,
      batch: 100_000,
      lines: noticeLines(clinic),
    },
    audit_events: {
      columns: 'id, at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id',
      units: size.auditEvents,
      batch: 100_000,
      lines: auditLines(clinic),
    },
  }
}

// The batch is small, so that its temporary objects are collected cheaply while they are young.
const linesAtOnce = 256

/** Returns the lines of the units from `from` up to but without `to`, as one buffer. */
export function writeLines(table: FilledTable, from: number, to: number): Buffer {
  const parts: Buffer[] = []
  let text = ''
  for (let unit = from; unit < to; unit += 1) {
    const lines = table.lines(unit)
    if (lines !== '') text += `${lines}\n`
    if ((unit + 1) % linesAtOnce === 0 || unit + 1 === to) {
      parts.push(Buffer.from(text))
      text = ''
    }
  }
  return Buffer.concat(parts)
}
