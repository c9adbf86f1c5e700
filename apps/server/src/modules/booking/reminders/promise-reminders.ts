import { latestBirth, toDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import { recheckAccess } from '../../family/patient-access.ts'
import type { CalendarEntry } from '../booking.sql.ts'
import { listRemindersToCome } from './reminders.rules.ts'
import { type DueReminder, listRecipients } from './reminders.sql.ts'

export function getAgeLimits({ ages, clock }: Context) {
  const today = toDay(clock.now())
  return { adults_before: latestBirth(ages.adult, today), reserve_before: latestBirth(ages.reserve, today) }
}

export async function mayRemind(
  ctx: Context,
  { recipient_id, patient_id, reserved }: Pick<DueReminder, 'recipient_id' | 'patient_id' | 'reserved'>,
): Promise<boolean> {
  if (recipient_id === patient_id) return true
  const seen = await recheckAccess(ctx, recipient_id, patient_id, 'whole')
  return seen !== null && !(seen.withoutReserved && reserved)
}

export async function readPromisedReminders(
  ctx: Context,
  callerId: number,
  { patient_id, reserved, starts_at, told_elsewhere }: CalendarEntry,
): Promise<{ days: number[]; to: 'caller' | 'patient' }> {
  const { clock, db, settings } = ctx
  const days = told_elsewhere ? [] : listRemindersToCome(settings.reminderDays(), starts_at, clock.now())
  if (days.length === 0) return { days, to: 'caller' }
  const recipients = (await db.run(listRecipients, { patient_id, ...getAgeLimits(ctx) })).map(({ id }) => id)
  const isReminded =
    recipients.includes(callerId) && (await mayRemind(ctx, { recipient_id: callerId, patient_id, reserved }))
  if (isReminded) return { days, to: 'caller' }
  return { days: recipients.includes(patient_id) ? days : [], to: 'patient' }
}
