import type { AgendaAppointment } from '@mi-portal/contract/appointment-agenda'
import { addDays, type Day, dayOf } from '@mi-portal/contract/values/dates'
import { formatLongDay } from '../../lib/dates.ts'
import { withArticle } from '../people/people.rules.ts'

/** Returns the day of an appointment with its weekday: «Mañana, viernes 27 de noviembre», and the year if it is another one. */
export function describeDay(day: Day, today: Day): string {
  const long = formatLongDay(day)
  if (day === today) return `Hoy, ${long}`
  if (day === addDays(today, 1)) return `Mañana, ${long}`
  const capital = `${long.charAt(0).toUpperCase()}${long.slice(1)}`
  return day.slice(0, 4) === today.slice(0, 4) ? capital : `${capital} de ${day.slice(0, 4)}`
}

export type AppointmentsOfDay = { readonly day: Day; readonly appointments: readonly AgendaAppointment[] }

/** Groups a page of appointments by day, in their order. */
export function groupByDay(appointments: readonly AgendaAppointment[]): AppointmentsOfDay[] {
  const days: { day: Day; appointments: AgendaAppointment[] }[] = []
  for (const appointment of appointments) {
    const day = dayOf(new Date(appointment.starts_at))
    const last = days.at(-1)
    if (last?.day === day) last.appointments.push(appointment)
    else days.push({ day, appointments: [appointment] })
  }
  return days
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
