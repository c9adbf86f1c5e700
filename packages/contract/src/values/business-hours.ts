/**
 * Business hours: the clock stops on Saturdays, Sundays and holidays, and runs for 24 hours on every other day in
 * Santiago.
 */
import { addDays, type Day, toDay, toInstant, weekday } from './dates.ts'
import { listLegalHolidays } from './holidays.ts'

const hour = 3_600_000
const sunday = 0
const saturday = 6

const ofYears = new Map<number, ReadonlySet<Day>>()

function isHoliday(day: Day): boolean {
  const year = Number(day.slice(0, 4))
  const known = ofYears.get(year) ?? new Set(listLegalHolidays(year).map((holiday) => holiday.day))
  ofYears.set(year, known)
  return known.has(day)
}

const none: ReadonlySet<Day> = new Set()

/** Returns whether business hours run on that day. `clinicHolidays` are those that the clinic adds to the holidays of the law. */
export function isBusinessDay(day: Day, clinicHolidays = none): boolean {
  const on = weekday(day)
  return on !== saturday && on !== sunday && !isHoliday(day) && !clinicHolidays.has(day)
}

/** Returns the number of business days after one day until another; below zero if the other day is earlier. */
export function countBusinessDays(after: Day, until: Day, clinicHolidays: ReadonlySet<Day>): number {
  if (until < after) return -countBusinessDays(until, after, clinicHolidays)
  let count = 0
  for (let day = addDays(after, 1); day <= until; day = addDays(day, 1))
    if (isBusinessDay(day, clinicHolidays)) count += 1
  return count
}

export function afterBusinessHours(from: Date, hours: number, clinicHolidays = none): Date {
  let at = from
  let left = hours * hour
  for (;;) {
    const next = toInstant(addDays(toDay(at), 1), '00:00')
    const inDay = isBusinessDay(toDay(at), clinicHolidays) ? next.getTime() - at.getTime() : 0
    if (inDay > 0 && inDay >= left) return new Date(at.getTime() + left)
    left -= inDay
    at = next
  }
}

/** Returns the business hours between two instants, as a fraction; 0 if the second is not later. */
export function businessHoursBetween(from: Date, until: Date): number {
  let passed = 0
  for (let at = from; at < until; ) {
    const next = toInstant(addDays(toDay(at), 1), '00:00')
    const end = next < until ? next : until
    if (isBusinessDay(toDay(at))) passed += end.getTime() - at.getTime()
    at = next
  }
  return passed / hour
}
