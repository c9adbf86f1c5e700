import { listedDays, type WatchedChange } from '@mi-portal/contract/confirmations'
import { addDays, type Day, toDay, toInstant } from '@mi-portal/contract/values/dates'

const changeOfField: Readonly<Record<string, WatchedChange>> = {
  email: 'email',
  document_type_id: 'document',
  document_number: 'document',
  password: 'password',
}

const changeOfAction: Readonly<Record<string, WatchedChange>> = {
  'account.lock': 'lock',
  'account.unlock': 'lock',
  'account.giveResetCode': 'second-factor',
  'confirmations.confirm': 'second-factor',
}

export function listWatchedChanges(action: string, detail: unknown): WatchedChange[] {
  const whole = changeOfAction[action]
  if (whole !== undefined) return [whole]
  const fields = typeof detail === 'object' && detail !== null && 'changed' in detail ? detail.changed : []
  const names: unknown[] = Array.isArray(fields) ? fields : []
  const changes = names.flatMap((field) => changeOfField[String(field)] ?? [])
  return [...new Set(changes)]
}

type Period = { readonly from: Date; readonly before: Date }

export function listedPeriod(now: Date): Period {
  const today = toDay(now)
  return {
    from: toInstant(addDays(today, 1 - listedDays), '00:00'),
    before: toInstant(addDays(today, 1), '00:00'),
  }
}

/** Returns the seven days that ended with yesterday, in Santiago. The report of a Monday covers the week before. */
export function reportedWeek(now: Date): Period & { readonly first: Day; readonly last: Day } {
  const today = toDay(now)
  const first = addDays(today, -7)
  return {
    from: toInstant(first, '00:00'),
    before: toInstant(today, '00:00'),
    first,
    last: addDays(today, -1),
  }
}

/** Number of changes from which a pair of staff who confirm only each other's is reported. */
export const leastTogether = 3

export function pairsPeriod(before: Date): Period {
  return { from: toInstant(addDays(toDay(before), -listedDays), '00:00'), before }
}

export function hoursBetween(changedAt: Date, signedInAt: Date): number {
  return Math.floor((signedInAt.getTime() - changedAt.getTime()) / 3_600_000)
}
