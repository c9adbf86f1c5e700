import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import { addDays, type Day, toDay } from '@mi-portal/contract/values/dates'
import { formatLongDay, formatPlannedDay } from '../../lib/dates.ts'
import { withArticle } from '../people/people.rules.ts'

export const noUpcomingAppointments = 'Aún no tienes próximas horas médicas reservadas'
export const noPastAppointments = 'Aún no tienes horas médicas pasadas en este historial'

/** Returns the day of an appointment with its weekday: «Mañana, viernes 27 de noviembre», and the year if it is another one. */
export function describeDay(day: Day, today: Day): string {
  const long = formatLongDay(day)
  if (day === today) return `Hoy, ${long}`
  if (day === addDays(today, 1)) return `Mañana, ${long}`
  const capital = `${long.charAt(0).toUpperCase()}${long.slice(1)}`
  return day.slice(0, 4) === today.slice(0, 4) ? capital : `${capital} de ${day.slice(0, 4)}`
}

/** Returns the day of an appointment to plan by, with the year: «Mañana, lunes 30/11/2026». */
export function describePlannedDay({ date, starts_at }: AgendaAppointment, today: Day): string {
  const day = toDay(new Date(starts_at))
  const planned = formatPlannedDay(date)
  const near = day === today ? 'Hoy' : day === addDays(today, 1) ? 'Mañana' : null
  return near === null ? planned : `${near}, ${planned.charAt(0).toLowerCase()}${planned.slice(1)}`
}

/** Returns the first name of an appointment's patient, or the whole name if two people of the list have that first name. */
export function nameBriefly(
  { patient_full_name }: AgendaAppointment,
  people: readonly { first_name: string }[],
): string {
  const [first = patient_full_name] = patient_full_name.split(' ')
  const namesakes = people.filter(({ first_name }) => first_name.split(' ')[0] === first)
  return namesakes.length > 1 ? patient_full_name : first
}

/** Returns who booked an appointment, if it was not the patient. */
export function describeBooker({ booked_by }: AgendaAppointment): string | null {
  if (booked_by === null) return null
  return booked_by.is_caller ? 'Reservada por ti' : `Reservada por ${booked_by.full_name}`
}

/** Returns what distinguishes an appointment from others, read after the labels of its buttons. */
export function distinguish(appointment: AgendaAppointment, ownId: number): string {
  const what = `con ${withArticle(appointment.doctor_name)} del ${appointment.date}`
  return appointment.patient_id === ownId ? what : `${what} de ${appointment.patient_full_name}`
}
