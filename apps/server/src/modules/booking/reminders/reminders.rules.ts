import { addDays, type Day, toDay, toInstant } from '@mi-portal/contract/values/dates'

const sentAt = '09:00'

export function getReminderTime(day: Day, daysBefore: number): Date {
  return toInstant(addDays(day, -daysBefore), sentAt)
}

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
