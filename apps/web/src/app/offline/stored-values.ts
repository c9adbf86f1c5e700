/** What a patient's device stores for times without a connection: only what the patient saw in this session. */
import type { Appointment, AppointmentList } from '@mi-portal/contract/appointments/appointments'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import type { ExamResults } from '@mi-portal/contract/exams/exams'
import type { OfflineRecord, OfflineStore } from '../../lib/offline/offline-store.ts'

/** The most results that are stored; the oldest one is then removed. */
const mostResults = 10

export type StoredValue =
  | { kind: 'appointments'; patient_id: number; appointments: Appointment[] }
  | { kind: 'names'; names: { id: number; name: string }[] }
  | { kind: 'preparation'; patient_id: number; booked: BookedAppointment }
  | { kind: 'result'; patient_id: number; shown: ExamResults }

export type StoredRecord = OfflineRecord<StoredValue>
export type StoredValues = OfflineStore<StoredValue>

/** Returns the name of a value's record: a later value of the same thing replaces an earlier one. */
export function getRecordName(value: StoredValue): string {
  if (value.kind === 'names') return value.kind
  if (value.kind === 'appointments') return `appointments ${value.patient_id}`
  if (value.kind === 'preparation') return preparationName(value.booked.hour.id_appointment)
  return resultName(value.patient_id, value.shown.exam.attention_id)
}

export function preparationName(id_appointment: number): string {
  return `preparation ${id_appointment}`
}

function resultName(patientId: number, examId: number): string {
  return `result ${patientId} ${examId}`
}

/**
 * Returns the upcoming appointments after a list was loaded. The list is the beginning of all of them: what was known beyond its
 * last appointment stays, unless the list is complete.
 */
export function mergeAppointments(known: readonly Appointment[], loaded: AppointmentList): Appointment[] {
  const last = loaded.appointments.at(-1)
  const rest = loaded.count_appointment - loaded.appointments.length
  if (!last || rest <= 0) return loaded.appointments
  const beyond = known.filter(
    ({ starts_at, id_appointment }) =>
      starts_at >= last.starts_at &&
      !loaded.appointments.some((one) => one.id_appointment === id_appointment),
  )
  return [...loaded.appointments, ...beyond.slice(0, rest)]
}

/**
 * Returns what a list of several people says about one of them: it ends before that person's last appointment if it has more pages. Null
 * if it says nothing.
 */
export function findPatientAppointments(patient_id: number, loaded: AppointmentList): AppointmentList | null {
  const appointments = loaded.appointments.filter((one) => one.patient_id === patient_id)
  const isWhole = loaded.count_appointment <= loaded.appointments.length
  if (appointments.length === 0 && !isWhole) return null
  return { ...loaded, appointments, ...(isWhole && { count_appointment: appointments.length }) }
}

/** Returns the patient whose data a record contains; null for the names of several patients. */
function patientOf({ value }: StoredRecord): number | null {
  return value.kind === 'names' ? null : value.patient_id
}

/** Returns the names of the records with data of a patient. */
export function listPatientRecords(records: readonly StoredRecord[], patientId: number): string[] {
  return records.filter((record) => patientOf(record) === patientId).map(({ name }) => name)
}

/** Returns the names of the records that must be removed: those of patients whose record the user may no longer use. */
export function recordsWithoutAccess(records: readonly StoredRecord[], allowed: readonly number[]): string[] {
  return records
    .filter((record) => {
      const patient = patientOf(record)
      return patient !== null && !allowed.includes(patient)
    })
    .map(({ name }) => name)
}

/** Returns the names of the oldest results beyond the most that are stored. */
export function surplusResults(records: readonly StoredRecord[]): string[] {
  return records
    .filter(({ value }) => value.kind === 'result')
    .sort((one, other) => other.savedAt - one.savedAt)
    .slice(mostResults)
    .map(({ name }) => name)
}
