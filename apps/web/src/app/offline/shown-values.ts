/** Selects and describes what the screen without a connection shows. */
import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import type { ExamResults } from '@mi-portal/contract/exams/exams'
import { santiago, toDay } from '@mi-portal/contract/values/dates'
import { formatLongDay } from '../../lib/dates.ts'
import type { StoredRecord } from './stored-values.ts'

/** Returns a sentence such as `Datos guardados el martes 24 a las 18:05`, in the time of Santiago. */
export function describeAge(savedAt: number): string {
  const saved = new Date(savedAt)
  const [weekday, day] = formatLongDay(toDay(saved)).split(' ')
  return `Datos guardados el ${weekday} ${day} a las ${santiago(saved).time}`
}

interface ShownAppointments {
  /** The appointments that have not ended, soonest first. */
  list: Appointment[]
  /** What is known about getting to appointments and preparing for them, by their ids. */
  booked: ReadonlyMap<number, BookedAppointment>
  /** When the oldest of these lists was stored, in ms since the epoch; null without any. */
  savedAt: number | null
}

export function listAppointments(records: readonly StoredRecord[], present: Date): ShownAppointments {
  const lists = records.filter(({ value }) => value.kind === 'appointments')
  const list = lists
    .flatMap(({ value }) => (value.kind === 'appointments' ? value.appointments : []))
    .filter(({ ends_at }) => new Date(ends_at) > present)
    .sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  const booked = records.flatMap(({ value }) => (value.kind === 'preparation' ? [value.booked] : []))
  return {
    list,
    booked: new Map(booked.map((one) => [one.hour.id_appointment, one])),
    savedAt: lists.length === 0 ? null : Math.min(...lists.map(({ savedAt }) => savedAt)),
  }
}

/** Returns the results that the patient opened, the last opened first. */
export function listResults(records: readonly StoredRecord[]): { savedAt: number; shown: ExamResults }[] {
  return records
    .flatMap(({ savedAt, value }) => (value.kind === 'result' ? [{ savedAt, shown: value.shown }] : []))
    .sort((one, other) => other.savedAt - one.savedAt)
}

/** Returns the stored name of a patient; null if there is none. */
export function nameIn(records: readonly StoredRecord[], patientId: number): string | null {
  for (const { value } of records) {
    if (value.kind === 'names') {
      const known = value.names.find(({ id }) => id === patientId)
      if (known) return known.name
    }
    if (value.kind === 'preparation' && value.patient_id === patientId)
      return value.booked.hour.patient_full_name
  }
  return null
}
