/**
 * Pure rules of when reminders of an appointment are due. The job that sends them and the screens that announce them share
 * them.
 */
import { addDays, type Day, dayOf, momentOf } from '@mi-portal/contract/values/dates'

/** The numbers of days before an appointment on which a reminder is sent. */
const reminderDays = [7, 1] as const
export type ReminderDay = (typeof reminderDays)[number]

/** The local time in Santiago at which reminders are sent. */
const sentAt = '09:00'

/** Returns when the reminder of a day's appointments is due. It does not include appointments that are booked later. */
export function reminderDueAt(day: Day, daysBefore: ReminderDay): Date {
  return momentOf(addDays(day, -daysBefore), sentAt)
}

/** Returns the reminders of an appointment that are still to be sent, as days before it. */
export function remindersToCome(starts_at: Date, now: Date): ReminderDay[] {
  return reminderDays.filter((days) => now <= reminderDueAt(dayOf(starts_at), days))
}
