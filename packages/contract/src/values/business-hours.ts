/**
 * Business hours: the clock stands still on Saturdays, Sundays and holidays, and goes round the clock on every other day
 * of Santiago.
 */
import { addDays, type Day, dayOf, momentOf, weekday } from './dates.ts'
import { holidaysOf } from './holidays.ts'

const hour = 3_600_000
const sunday = 0
const saturday = 6

const ofYears = new Map<number, ReadonlySet<Day>>()

function isHoliday(day: Day): boolean {
  const year = Number(day.slice(0, 4))
  const known = ofYears.get(year) ?? new Set(holidaysOf(year).map((holiday) => holiday.day))
  ofYears.set(year, known)
  return known.has(day)
}

/** Whether business hours run on that day. */
export function isBusinessDay(day: Day): boolean {
  const on = weekday(day)
  return on !== saturday && on !== sunday && !isHoliday(day)
}

/** The moment that many business hours after another. */
export function afterBusinessHours(from: Date, hours: number): Date {
  let at = from
  let left = hours * hour
  for (;;) {
    const next = momentOf(addDays(dayOf(at), 1), '00:00')
    const inDay = isBusinessDay(dayOf(at)) ? next.getTime() - at.getTime() : 0
    if (inDay > 0 && inDay >= left) return new Date(at.getTime() + left)
    left -= inDay
    at = next
  }
}

/** What began at this moment or before it has that many business hours behind it. */
export function beforeBusinessHours(until: Date, hours: number): Date {
  let at = until
  let left = hours * hour
  for (;;) {
    // A millisecond earlier, so that midnight belongs to the day it ends.
    const day = dayOf(new Date(at.getTime() - 1))
    const start = momentOf(day, '00:00')
    const inDay = isBusinessDay(day) ? at.getTime() - start.getTime() : 0
    if (inDay >= left) return new Date(at.getTime() - left)
    left -= inDay
    at = start
  }
}
