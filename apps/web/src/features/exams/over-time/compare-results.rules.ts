import type { ExamResult } from '@mi-portal/contract/exams/exams'
import { exactNumber, hasSameUnit, type ReportedResult } from '@mi-portal/contract/results/reported-result'

type Compared = Pick<ExamResult, 'code' | 'name' | 'reported'>

export type ComparedMeasure = {
  readonly key: string
  readonly name: string
  readonly first: ReportedResult
  readonly second: ReportedResult
  /**
   * The second number minus the first one, in plain notation with a point; null where they cannot be compared. Values of
   * another unit or method are not compared, nor is a value that is not an exact number, such as `< 0,01`.
   */
  readonly difference: string | null
  readonly reason: 'unit' | 'method' | 'value' | null
}

/** Returns a number without its point, and how many of its digits follow the point. */
function scaled(decimal: string): { digits: bigint; places: number } {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length }
}

/** Subtracts one decimal text from another without rounding; the result has the decimals of the longer one. */
export function subtractDecimals(from: string, minus: string): string {
  const [one, other] = [scaled(from), scaled(minus)]
  const places = Math.max(one.places, other.places)
  const at = ({ digits, places: own }: typeof one) => digits * 10n ** BigInt(places - own)
  const result = at(one) - at(other)
  const digits = String(result < 0n ? -result : result).padStart(places + 1, '0')
  const sign = result < 0n ? '-' : ''
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function compare(
  first: ReportedResult,
  second: ReportedResult,
): Pick<ComparedMeasure, 'difference' | 'reason'> {
  if (!hasSameUnit(first, second)) return { difference: null, reason: 'unit' }
  if (first.method !== second.method) return { difference: null, reason: 'method' }
  const [from, to] = [exactNumber(first), exactNumber(second)]
  if (from === null || to === null) return { difference: null, reason: 'value' }
  return { difference: subtractDecimals(to, from), reason: null }
}

/** Identifies a measure within a report. A result that the laboratory names by no code belongs to no other. */
function keyOf({ code, reported }: Compared): string | null {
  return code === '' ? null : `${code} ${reported.body_site ?? ''}`
}

export function compareResults(first: readonly Compared[], second: readonly Compared[]): ComparedMeasure[] {
  const earlier = new Map<string, Compared>()
  for (const result of first) {
    const key = keyOf(result)
    if (key !== null && !earlier.has(key)) earlier.set(key, result)
  }
  return second.flatMap((result) => {
    const key = keyOf(result)
    const before = key === null ? undefined : earlier.get(key)
    if (key === null || before === undefined) return []
    // A measure that a report has twice is compared once.
    earlier.delete(key)
    const { reported } = result
    return [
      {
        key,
        name: result.name,
        first: before.reported,
        second: reported,
        ...compare(before.reported, reported),
      },
    ]
  })
}
