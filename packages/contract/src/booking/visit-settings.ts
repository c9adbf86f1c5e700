import type { ClinicPackage } from '../clinic/clinic-package.ts'

type VisitFields = Pick<
  ClinicPackage['clinic'],
  'arrive_minutes' | 'first_reminder_days' | 'last_reminder_days'
>

export type Visits = {
  readonly arrive_minutes: number
  /** The numbers of days before an appointment on which a reminder is sent, the earliest reminder first. */
  readonly reminder_days: readonly number[]
}

/** Returns when a clinic reminds of appointments and expects its patients. A package may leave these fields out. */
export function readVisits({
  arrive_minutes = 15,
  first_reminder_days = 7,
  last_reminder_days = 1,
}: VisitFields): Visits {
  return { arrive_minutes, reminder_days: [first_reminder_days, last_reminder_days] }
}

export function describeReminderDays(days: readonly number[]): string {
  return `${days.map((count) => (count === 1 ? '1 día' : `${count} días`)).join(' y ')} antes`
}

export function describeArrival(minutes: number): string {
  return minutes === 0
    ? 'Lleva tu cédula de identidad.'
    : `Lleva tu cédula de identidad y llega ${minutes} minutos antes.`
}
