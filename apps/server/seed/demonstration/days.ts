/** Days counted from the day of the fill. */
import { addDays, type Day, isDay, weekday } from '@mi-portal/contract/values/dates'
import { listLegalHolidays } from '@mi-portal/contract/values/holidays'
import type { Site } from './clinic-lookup.ts'

const closed = new Map<number, ReadonlySet<Day>>()

function holidaysIn(year: number): ReadonlySet<Day> {
  const known = closed.get(year) ?? new Set(listLegalHolidays(year).map(({ day }) => day))
  closed.set(year, known)
  return known
}

/** Whether the clinic attends: Monday to Saturday, but for the holidays. */
export function isOpen(day: Day): boolean {
  return weekday(day) !== 0 && !holidaysIn(Number(day.slice(0, 4))).has(day)
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Returns when a site closes on a weekday (0 is Sunday), such as `19:30`; null if it is closed that day. */
export function closingTime({ opening_hours }: Site, day: number): string | null {
  const name = weekdays[day]
  const last = name === undefined ? undefined : opening_hours[name]?.at(-1)
  return last?.slice(-5) ?? null
}

/** The day itself or the nearest open one after it (before it, when `step` is -1). */
export function nearestOpen(day: Day, step: 1 | -1 = 1): Day {
  let at = day
  while (!isOpen(at)) at = addDays(at, step)
  return at
}

/** The same day of another month; the last of the month where it has no such day. */
export function addMonths(day: Day, count: number): Day {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
  let date = Number(day.slice(8))
  while (!isDay(`${month}-${String(date).padStart(2, '0')}`)) date--
  return `${month}-${String(date).padStart(2, '0')}`
}
