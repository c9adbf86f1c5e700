/** Pure rules of when reminders of an appointment are due. The job that sends them and the screens that announce them share them. */
import { addDays, type Day, toDay, toInstant } from '@mi-portal/contract/values/dates'

/** The local time in Santiago at which reminders are sent. */
const sentAt = '09:00'

/** Returns when the reminder of a day's appointments is due. It does not include appointments that are booked later. */
export function getReminderTime(day: Day, daysBefore: number): Date {
  return toInstant(addDays(day, -daysBefore), sentAt)
}

/** Returns the reminders of an appointment that are still to be sent, as days before it. */
export function listRemindersToCome(reminderDays: readonly number[], starts_at: Date, now: Date): number[] {
  return reminderDays.filter((days) => now <= getReminderTime(toDay(starts_at), days))
}

/** The days ahead for which the job looks, each with its reminder; also those of a reminder that no server sent when due. */
export function listDaysAhead(reminderDays: readonly number[]): { ahead: number; reminder: number }[] {
  const first = Math.max(...reminderDays)
  return Array.from({ length: first }, (_, index) => {
    const ahead = first - index
    return { ahead, reminder: Math.min(...reminderDays.filter((days) => days >= ahead)) }
  })
}
