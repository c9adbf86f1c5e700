import * as z from 'zod/mini'
import { withoutDirectionMarksInside } from '../fields/text.ts'
import { countDecimals, withDecimals } from './decimals.ts'
import { applicableRange, showRanges } from './reference-ranges.ts'
import { type Amount, exactNumber, type ReportedResult, reportedResult } from './reported-result.ts'
import { showValue } from './value-text.ts'

/**
 * A result stored as a number or text with one range, as in rows that are older than this model and in short files.
 */
export type PlainResult = {
  readonly value: string | number | null
  readonly text: string | null
  readonly unit: string | null
  readonly ucum: string | null
  readonly decimals: number
  readonly low: string | number | null
  readonly high: string | number | null
  readonly reference_text: string | null
}

/** Converts a plain result to this model: one range for every patient, no interpretation, final. */
export function reportedFromPlain(plain: PlainResult): ReportedResult {
  const { text, unit, ucum, decimals, reference_text } = plain
  const number = withDecimals(plain.value, decimals)
  const limit = (given: string | number | null): Amount | null => {
    const limited = withDecimals(given, decimals)
    return limited === null ? null : { number: limited, comparator: null, unit, ucum }
  }
  const [low, high] = [limit(plain.low), limit(plain.high)]
  const hasRange = low !== null || high !== null || (reference_text !== null && reference_text !== '')
  return {
    value:
      number !== null
        ? { kind: 'number', number, comparator: null }
        : text !== null && text !== ''
          ? { kind: 'text', text }
          : { kind: 'none' },
    unit,
    ucum,
    status: 'final',
    interpretations: [],
    ranges: hasRange
      ? [{ low, high, text: reference_text, type: null, applies_to: [], age_low: null, age_high: null }]
      : [],
    notes: [],
    method: null,
    body_site: null,
  }
}

/** Returns a stored result as it was reported, or from its plain columns when the row is older than this model. */
export function storedResult(row: PlainResult & { readonly reported: unknown }): ReportedResult {
  const read = row.reported === null ? null : z.safeParse(reportedResult, row.reported)
  // Results that an earlier version received may have such signs in any of their texts.
  return withoutDirectionMarksInside(read?.success ? read.data : reportedFromPlain(row))
}

/** Converts a result to the plain columns, which searches and histories use. A value that is not exact becomes text. */
export function plainFromReported(result: ReportedResult): PlainResult & {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
} {
  const number = exactNumber(result)
  const range = applicableRange(result)
  const limits = { low: range?.low?.number ?? null, high: range?.high?.number ?? null }
  const texts = range === null ? showRanges(result) : range.text === null ? [] : [range.text]
  const digits = [number, limits.low, limits.high].map((one) => (one === null ? 0 : countDecimals(one)))
  const toNumber = (one: string | null) => (one === null ? null : Number(one))
  return {
    value: toNumber(number),
    text: number === null ? showValue({ ...result, unit: null }) : null,
    unit: result.unit,
    ucum: result.ucum,
    decimals: Math.min(20, Math.max(...digits)),
    low: toNumber(limits.low),
    high: toNumber(limits.high),
    reference_text: texts.length === 0 ? null : texts.join('; '),
  }
}
