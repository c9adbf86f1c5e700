/** Days counted from the day of the fill. */
import { addDays, type Day, isDay, weekday } from '@mi-portal/contract/values/dates'

// The holidays that fall on the same day every year and close both sites.
const closed = new Set(['01-01', '05-01', '09-18', '09-19', '12-25'])

/** Whether the clinic attends: Monday to Saturday, but for the great holidays. */
export function isOpen(day: Day): boolean {
  return weekday(day) !== 0 && !closed.has(day.slice(5))
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
