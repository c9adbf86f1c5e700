/** Dates whose day or time is unknown, as FHIR writes them: `2026`, `2026-11`, `2026-11-20`. */
import { type Day, isDay, showDay, toDay, toInstant } from './dates.ts'

export type DatePrecision = 'year' | 'month' | 'day' | 'time'

/** A period in which dates are sought, open where an end is null; `until` is excluded. */
export type DateRange = { readonly from: Date | null; readonly until: Date | null }

const precisionByLength: Readonly<Record<number, DatePrecision>> = { 4: 'year', 7: 'month', 10: 'day' }

/**
 * Reads a date or timestamp of FHIR. The instant of a date without a time is noon of its first day in Chile, which is only for sorting.
 * The instant is invalid if the text is no date.
 */
export function readPartialDate(text: string): { readonly at: Date; readonly precision: DatePrecision } {
  const precision = precisionByLength[text.length] ?? 'time'
  if (precision === 'time') return { at: new Date(text), precision }
  const day = `${text}-01-01`.slice(0, 10)
  return { at: isDay(day) ? toInstant(day, '12:00') : new Date(Number.NaN), precision }
}

export function isInFuture({ at, precision }: ReturnType<typeof readPartialDate>, now: Date): boolean {
  const length = { year: 4, month: 7, day: 10, time: 0 }[precision]
  return length === 0 ? at > now : toDay(at).slice(0, length) > toDay(now).slice(0, length)
}

/** Writes a date as far as it is known: `20/11/2026`, `11/2026` or `2026`. */
export function showPartialDay(day: Day, precision: DatePrecision): string {
  if (precision === 'year') return day.slice(0, 4)
  return precision === 'month' ? showDay(day).slice(3) : showDay(day)
}

/** Writes an instant in FHIR's form as far as it is known. */
export function writePartialDate(at: Date, precision: DatePrecision): string {
  if (precision === 'time') return at.toISOString()
  return toDay(at).slice(0, { year: 4, month: 7, day: 10 }[precision])
}
