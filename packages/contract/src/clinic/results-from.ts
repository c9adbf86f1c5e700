import { type Day, isDay, longMonths, showDay } from '../values/dates.ts'

/**
 * Returns the year, the month or the day with which a period begins, in Spanish. A text that is no day is returned as it is, because the
 * build prerenders pages with placeholders in place of the clinic's settings.
 */
export function periodStart(day: Day): string {
  if (!isDay(day)) return day
  const [year, month] = day.split('-')
  if (day.endsWith('-01-01')) return String(year)
  return day.endsWith('-01') ? `${longMonths[Number(month) - 1]} de ${year}` : `el ${showDay(day)}`
}
