import type { ExamResult } from '@mi-portal/contract/exams/exams'
import { showDecimal } from '@mi-portal/contract/results/decimals'
import { exactNumber, hasSameUnit, type ReportedResult } from '@mi-portal/contract/results/reported-result'
import { type Day, showLongDay } from '@mi-portal/contract/values/dates'
import { subtractDecimals } from './compare-results.rules.ts'

type Course = ExamResult['course']

type Difference =
  | { readonly kind: 'unit' | 'method'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'site' }
  | { readonly kind: 'value' }

export type ResultChange = {
  readonly since: Day
  readonly isSameDay: boolean
} & (
  | {
      /** The number minus the number before, without rounding; with a minus sign if it went down. */
      readonly amount: string
      readonly unit: string | null
      readonly difference: null
    }
  | { readonly amount: null; readonly difference: Difference }
)

function findDifference(before: ReportedResult, now: ReportedResult): Difference | null {
  if (!hasSameUnit(before, now))
    return { kind: 'unit', from: before.unit ?? before.ucum, to: now.unit ?? now.ucum }
  if (before.method !== now.method) return { kind: 'method', from: before.method, to: now.method }
  if (before.body_site !== now.body_site) return { kind: 'site' }
  return exactNumber(before) === null || exactNumber(now) === null ? { kind: 'value' } : null
}

/** Returns the place of a result in its course; null if it is not there, or there more than once on its day. */
function placeOf(reported: ReportedResult, course: Course, day: Day): number | null {
  const content = JSON.stringify(reported)
  const places = course.flatMap((one, place) =>
    one.date === day && JSON.stringify(one.reported) === content ? [place] : [],
  )
  return places.length === 1 ? (places[0] ?? null) : null
}

/**
 * Compares a numeric result of this day with the results of the last day before it or, if there is one, with the earlier result
 * of the same day. Among several results of that day, the latest one that can be compared is taken. Returns null without an earlier
 * result, and for results in words.
 */
export function changeSinceLast(
  { reported, course }: Pick<ExamResult, 'reported' | 'course'>,
  day: Day,
): ResultChange | null {
  if (reported.value.kind !== 'number') return null
  const place = placeOf(reported, course, day)
  const last = place === null ? undefined : course[place - 1]
  if (place === null || last === undefined) return null
  const candidates = course.slice(0, place).filter(({ date }) => date === last.date)
  const before =
    candidates.findLast((one) => findDifference(one.reported, reported) === null)?.reported ?? last.reported
  const common = { since: last.date, isSameDay: last.date === day }
  const difference = findDifference(before, reported)
  const [from, to] = [exactNumber(before), exactNumber(reported)]
  if (difference !== null || from === null || to === null)
    return { ...common, amount: null, difference: difference ?? { kind: 'value' } }
  return { ...common, amount: subtractDecimals(to, from), unit: reported.unit, difference: null }
}

/** Writes a difference with its unit. A difference of percentages is in percentage points. */
function showAmountOf(amount: string, unit: string | null): string {
  const size = amount.replace('-', '')
  const number = showDecimal(size)
  if (unit === '%') return `${number} ${Number(size) === 1 ? 'punto porcentual' : 'puntos porcentuales'}`
  return unit === null || unit === '' || unit === '1' ? number : `${number} ${unit}`
}

function writeDifference(difference: Difference): string {
  if (difference.kind === 'site') return 'las muestras son de distinto sitio'
  if (difference.kind === 'value') return 'uno de los dos no es un número exacto'
  const { kind, from, to } = difference
  const thing = kind === 'unit' ? 'la unidad' : 'el método'
  if (from === null || to === null) return `uno de los dos informes no dice ${thing}`
  return `cambió ${thing}, de «${from}» a «${to}»`
}

/**
 * Writes the change: `Subió 0,3 mg/dL desde el 12 de marzo de 2026.`, or why there is none:
 * `No se compara con el resultado del 12 de marzo de 2026: cambió el método, de «A» a «B».`
 */
export function writeChange(change: ResultChange): string {
  const { since, isSameDay, amount } = change
  if (amount === null) {
    const which = isSameDay ? 'anterior del mismo día' : `del ${showLongDay(since)}`
    return `No se compara con el resultado ${which}: ${writeDifference(change.difference)}.`
  }
  const from = isSameDay ? 'el resultado anterior del mismo día' : `el ${showLongDay(since)}`
  if (Number(amount) === 0) return `Sin cambio desde ${from}.`
  return `${amount.startsWith('-') ? 'Bajó' : 'Subió'} ${showAmountOf(amount, change.unit)} desde ${from}.`
}
