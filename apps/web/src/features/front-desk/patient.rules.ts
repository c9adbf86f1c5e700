/** What a search text tells of a person who is not known, and what staff can do with an appointment. Pure. */
import type { Attendance } from '@mi-portal/contract/attendance'
import type { PageAppointment, PagePatient, PatientPage } from '@mi-portal/contract/front-desk'
import { isEmail } from '@mi-portal/contract/values/email'
import { readPhones } from '@mi-portal/contract/values/phone'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import { listRecordable } from '../attendance/arrivals.rules.ts'

/** Returns what a search text tells of a caller who is not known: the RUN, the phone, the e-mail or the name. */
export function readSearched(searchText: string): {
  document: string
  first_name?: string
  phone?: string
  email?: string
} {
  const text = searchText.trim()
  const run = cleanRun(text)
  if (isRun(run)) return { document: run }
  const [phone] = readPhones(text)
  if (phone !== undefined) return { document: '', phone }
  if (isEmail(text)) return { document: '', email: text }
  return /\d/.test(text) ? { document: '' } : { document: '', first_name: text }
}

/** Returns the last four digits of a search text that is a phone; null for any other text. */
export function readPhoneEnd(searchText: string): string | null {
  return readPhones(searchText)[0]?.slice(-4) ?? null
}

/** Returns who can be told of a booking by mail: the server decides it again, and its answer says whom it told. */
export function hasConfirmedMail({ email, email_verified }: Partial<PagePatient>): boolean {
  return typeof email === 'string' && email_verified === true
}

export type AppointmentAct = Attendance | 'confirm' | 'move' | 'cancel'

/** Returns what staff can do now with an appointment that has not ended. */
export function listAppointmentActs(appointment: PageAppointment, at: Date): readonly AppointmentAct[] {
  const { starts_at, attendance, confirmed_at, in_calendars } = appointment
  const recordable = listRecordable(appointment, at)
  if (!in_calendars || Date.parse(starts_at) <= at.getTime()) return recordable
  const isOpen = confirmed_at === null && attendance === null
  return [...recordable, ...(isOpen ? (['confirm'] as const) : []), 'move', 'cancel']
}

/** Returns why no appointment can be booked for a patient. */
export function explainNoBooking({ patient, security }: PatientPage): string {
  if (patient.deceased) return 'La persona falleció.'
  if (patient.deleted) return 'La persona eliminó su perfil.'
  if (security.locked_at !== null) return 'No se le puede reservar: su cuenta está bloqueada.'
  return `No se le puede reservar. Estado de la cuenta: ${patient.status_data.name.toLowerCase()}.`
}

/** The patient; what is known of how to reach them is shown before the booking. */
export type BookedFor = Pick<PagePatient, 'id'> &
  Partial<Pick<PagePatient, 'first_name' | 'phone' | 'email' | 'email_verified'>>
