/**
 * Business hours: the clock stands still on Saturdays, Sundays and holidays of Chile, and goes round the clock on every
 * other day of Santiago. Holidays by Ley 2.977 and those that changed it (19.668, 20.148, 20.215, 20.299, 20.983,
 * 21.357); days of elections and regional holidays are not among them.
 */
import { addDays, type Day, dayOf, momentOf, weekday } from './dates.ts'

const hour = 3_600_000
const sunday = 0
const monday = 1
const tuesday = 2
const wednesday = 3
const thursday = 4
const friday = 5
const saturday = 6

/** Easter Sunday by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return dayIn(year, Math.floor(sum / 31), (sum % 31) + 1)
}

function dayIn(year: number, month: number, day: number): Day {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Ley 19.668: on Tuesday to Thursday it moves to that week's Monday, on Friday to the next one's. */
function moved(day: Day): Day {
  const on = weekday(day)
  if (on >= tuesday && on <= thursday) return addDays(day, monday - on)
  return on === friday ? addDays(day, 3) : day
}

/** Ley 20.299: a Tuesday moves to the Friday before, a Wednesday to the one after. */
function reformation(year: number): Day {
  const day = dayIn(year, 10, 31)
  if (weekday(day) === tuesday) return addDays(day, -4)
  return weekday(day) === wednesday ? addDays(day, 2) : day
}

const ofYears = new Map<number, ReadonlySet<Day>>()

function holidaysOf(year: number): ReadonlySet<Day> {
  const known = ofYears.get(year)
  if (known) return known
  const on = (month: number, day: number) => dayIn(year, month, day)
  const good = addDays(easter(year), -2)
  const days = [
    on(1, 1),
    good,
    addDays(good, 1),
    on(5, 1),
    on(5, 21),
    // The winter solstice as Santiago's clocks see it.
    on(6, year % 4 < 2 ? 20 : 21),
    moved(on(6, 29)),
    on(7, 16),
    on(8, 15),
    on(9, 18),
    on(9, 19),
    moved(on(10, 12)),
    reformation(year),
    on(11, 1),
    on(12, 8),
    on(12, 25),
  ]
  if (weekday(on(1, 2)) === monday) days.push(on(1, 2))
  if ([monday, friday].includes(weekday(on(9, 17)))) days.push(on(9, 17))
  if (weekday(on(9, 20)) === friday) days.push(on(9, 20))
  const set = new Set(days)
  ofYears.set(year, set)
  return set
}

/** Whether business hours run on that day. */
export function isBusinessDay(day: Day): boolean {
  const on = weekday(day)
  return on !== saturday && on !== sunday && !holidaysOf(Number(day.slice(0, 4))).has(day)
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
