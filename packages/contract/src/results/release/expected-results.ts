import { isBusinessDay } from '../../values/business-hours.ts'
import { addDays, type Day } from '../../values/dates.ts'

export type DisplayDays = { readonly days: number; readonly business: boolean }

/**
 * Returns the longest time that a text such as `Mismo día`, `3 a 5 días hábiles`, `10 días` or `48 horas` names; null if the text names no
 * time.
 */
export function parseDisplayDuration(text: string): DisplayDays | null {
  const words = text.trim().toLowerCase()
  if (/^(el )?mismo d\u00eda$/.test(words)) return { days: 0, business: false }
  const [, least, most, unit = '', kind] =
    /^(?:(\d{1,3}) (?:a|o|-) )?(\d{1,3}) (d\u00edas?|horas?)( h\u00e1biles| h\u00e1bil| corridos| corrido)?$/.exec(
      words,
    ) ?? []
  if (most === undefined) return null
  const longest = Math.max(Number(least ?? 0), Number(most))
  const days = unit.startsWith('hora') ? Math.ceil(longest / 24) : longest
  return { days, business: kind?.startsWith(' hábil') === true }
}

/**
 * Returns the last day on which the result of an exam is expected. Business days leave out Saturdays, Sundays, legal holidays and the
 * clinic's own holidays.
 */
export function expectedResultDay(
  taken: Day,
  { days, business }: DisplayDays,
  clinicHolidays: ReadonlySet<Day>,
): Day {
  if (!business) return addDays(taken, days)
  let day = taken
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day) && !clinicHolidays.has(day)) left -= 1
  }
  return day
}
