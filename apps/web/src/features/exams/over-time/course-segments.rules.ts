import { applicableRange, showRange } from '@mi-portal/contract/results/reference-ranges'
import type { ReferenceRange, ReportedResult } from '@mi-portal/contract/results/reported-result'
import { type Day, showLongDay } from '@mi-portal/contract/values/dates'

type Past = { readonly date: Day; readonly reported: ReportedResult }

/** Results that one line may join: reported with one method and one reference range. */
export type CourseSegment<T> = {
  readonly points: readonly T[]
  readonly range: ReferenceRange | null
  /** What changed before the first of these results, in words; empty for the first segment. */
  readonly changes: readonly string[]
}

/** Returns what identifies a range for comparing: its limits as numbers, so that 0.50 is the same as 0.5. */
function limitsOf(range: ReferenceRange | null): string {
  const toNumber = (limit: ReferenceRange['low']) => (limit === null ? null : Number(limit.number))
  return JSON.stringify(range === null ? null : [toNumber(range.low), toNumber(range.high)])
}

/** Writes that something changed between two results. What one of the two reports does not say is said so. */
function writeChange(thing: string, from: string | null, to: string | null): string {
  if (from === null) return `los informes traen ${thing}, que antes no traían: «${to}»`
  if (to === null) return `los informes ya no traen ${thing}; antes era «${from}»`
  return `cambió el ${thing}, de «${from}» a «${to}»`
}

function listChanges(before: ReportedResult, after: ReportedResult): string[] {
  const [old, current] = [applicableRange(before), applicableRange(after)]
  const write = (range: ReferenceRange | null, { unit }: ReportedResult) =>
    range === null ? null : showRange({ ...range, text: null }, unit)
  return [
    ...(before.method === after.method ? [] : [writeChange('método', before.method, after.method)]),
    ...(limitsOf(old) === limitsOf(current)
      ? []
      : [writeChange('rango de referencia', write(old, before), write(current, after))]),
  ]
}

export function divideCourse<T extends Past>(course: readonly T[]): CourseSegment<T>[] {
  const segments: (CourseSegment<T> & { readonly points: T[] })[] = []
  for (const past of course) {
    const current = segments.at(-1)
    const before = current?.points.at(-1)
    const changes = before === undefined ? [] : listChanges(before.reported, past.reported)
    if (current !== undefined && changes.length === 0) current.points.push(past)
    else segments.push({ points: [past], range: applicableRange(past.reported), changes })
  }
  return segments
}

/** Returns one sentence for each change: `El 12 de marzo de 2026 cambió el método, de «A» a «B».` */
export function listCourseChanges<T extends Past>(segments: readonly CourseSegment<T>[]): string[] {
  return segments.flatMap(({ points: [first], changes }) =>
    first === undefined ? [] : changes.map((change) => `Desde el ${showLongDay(first.date)}: ${change}.`),
  )
}
