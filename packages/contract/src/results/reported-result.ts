/**
 * A laboratory result exactly as it was reported. Numbers are decimal texts, because a binary number preserves neither
 * `5.0` nor the notation of `0.0000001`.
 */
import * as z from 'zod/mini'
import { atMost } from '../fields/text.ts'

/** An exact number in plain notation with a point: `5.0`, `-2`, `0.0000001`. */
const decimal = z.string().check(atMost(130), z.regex(/^-?\d{1,60}(\.\d{1,60})?$/))
const orNull = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema)

export const comparators = ['<', '<=', '>=', '>'] as const
const comparator = orNull(z.enum(comparators))
export type Comparator = (typeof comparators)[number]

const amount = z.object({ number: decimal, comparator, unit: orNull(z.string()), ucum: orNull(z.string()) })
export type Amount = z.output<typeof amount>

const code = z.object({ system: orNull(z.string()), code: z.string(), display: orNull(z.string()) })

/** Text with the codes that it stands for; at least one of the two is given. */
const concept = z.object({ text: orNull(z.string()), codes: z.array(code) })
export type ReportedConcept = z.output<typeof concept>

const reportedValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), number: decimal, comparator }),
  z.object({ kind: z.literal('ratio'), numerator: amount, denominator: amount }),
  z.object({ kind: z.literal('range'), low: orNull(decimal), high: orNull(decimal) }),
  /** A date as FHIR writes it: a year, a month, a day, or a timestamp with its offset. */
  z.object({ kind: z.literal('date'), date: z.string() }),
  z.object({ kind: z.literal('period'), start: orNull(z.string()), end: orNull(z.string()) }),
  z.object({ kind: z.literal('time'), time: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('concept'), concept }),
  z.object({ kind: z.literal('boolean'), boolean: z.boolean() }),
  /** The laboratory states that there is no value, and why. */
  z.object({ kind: z.literal('absent'), reason: concept }),
  /** No value was reported: an interpretation, a note or the document says everything. */
  z.object({ kind: z.literal('none') }),
  /** A value was reported that the portal cannot write; the document shows it. */
  z.object({ kind: z.literal('unreadable') }),
])
export type ReportedValue = z.output<typeof reportedValue>

const referenceRange = z.object({
  low: orNull(amount),
  high: orNull(amount),
  text: orNull(z.string()),
  /** The kind of range: normal, recommended, therapeutic …; null when the laboratory does not say. */
  type: orNull(concept),
  /** The patients to whom the range applies: a sex, a trimester, an origin. */
  applies_to: z.array(concept),
  age_low: orNull(amount),
  age_high: orNull(amount),
})
export type ReferenceRange = z.output<typeof referenceRange>

export const resultStatuses = ['preliminary', 'final', 'amended', 'corrected', 'appended'] as const
export type ResultStatus = (typeof resultStatuses)[number]

export const reportedResult = z.object({
  value: reportedValue,
  unit: orNull(z.string()),
  ucum: orNull(z.string()),
  status: z.enum(resultStatuses),
  /** The laboratory's own judgement: high, critical, positive … */
  interpretations: z.array(concept),
  ranges: z.array(referenceRange),
  notes: z.array(z.string()),
  method: orNull(z.string()),
  body_site: orNull(z.string()),
})
export type ReportedResult = z.output<typeof reportedResult>

/** Returns the number if it is exact and so can be charted and compared; null for `< 0,01`, a ratio or text. */
export function exactNumber({ value }: Pick<ReportedResult, 'value'>): string | null {
  return value.kind === 'number' && value.comparator === null ? value.number : null
}

/**
 * Returns whether two results have the same unit: the same words on the page, and no two UCUM codes that differ. Reports of older
 * systems have no codes, so one code alone contradicts nothing. Without words on the page only equal codes are the same unit.
 */
export function hasSameUnit(one: ReportedResult, other: ReportedResult): boolean {
  if (one.unit !== other.unit) return false
  if (one.ucum === other.ucum) return true
  return one.unit !== null && (one.ucum === null || other.ucum === null)
}

export function isCorrected({ status }: Pick<ReportedResult, 'status'>): boolean {
  return status === 'corrected' || status === 'amended'
}

/** Returns the past results of a measure that can be charted: the exact numbers in this unit. */
export function exactHistory<T extends { readonly reported: ReportedResult }>(
  course: readonly T[],
  unit: string | null,
): (T & { readonly value: number })[] {
  return course.flatMap((past) => {
    const number = exactNumber(past.reported)
    return number === null || past.reported.unit !== unit ? [] : [{ ...past, value: Number(number) }]
  })
}
