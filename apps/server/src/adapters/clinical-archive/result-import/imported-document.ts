/** The format of an imported result of a laboratory or an imaging department: the document that `npm run portal -- archive:add` reads. */
import { createHash } from 'node:crypto'
import { plainDecimal, withDecimals } from '@mi-portal/contract/results/decimals'
import { reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import {
  type Amount,
  comparators,
  type ReferenceRange,
  type ReportedResult,
  type ReportedValue,
  resultStatuses,
} from '@mi-portal/contract/results/reported-result'
import { toInterpretation } from '@mi-portal/contract/results/result-flags'
import { toConcept } from '@mi-portal/contract/results/standard-codes'
import { isDay } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'

const text = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))
const instant = z
  .string()
  .check(
    z.refine(
      (given) =>
        /^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(given) &&
        isDay(given.slice(0, 10)) &&
        !Number.isNaN(Date.parse(given)),
      'should be a moment with its offset, such as 2026-11-20T08:15:00-03:00',
    ),
  )
const orNull = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null)

/** A number, or its digits as text if a number of JavaScript would lose some of them: `"0.010"`. */
const decimal = z
  .pipe(
    z.union([z.number(), text(60)]),
    z.transform((given) => plainDecimal(given) ?? ''),
  )
  .check(z.refine((digits) => digits !== '' && digits.length <= 60, 'should be a number'))
const comparator = orNull(z.enum(comparators))
const createList = <T extends z.ZodMiniType>(schema: T, most: number) =>
  z._default(z.array(schema).check(z.maxLength(most)), [])

const isInOrder = ({ low, high }: { readonly low: string | null; readonly high: string | null }) =>
  low === null || high === null || Number(low) <= Number(high)
const limits = { low: orNull(decimal), high: orNull(decimal) }
const lowFirst = <T extends Parameters<typeof isInOrder>[0]>() => z.refine<T>(isInOrder, 'low is above high')

const referenceRange = z
  .strictObject({
    ...limits,
    text: orNull(text(500)),
    type: orNull(text(100)),
    applies_to: createList(text(100), 5),
  })
  .check(
    lowFirst(),
    z.refine((one) => one.low !== null || one.high !== null || one.text !== null, 'needs low, high or text'),
  )

const measure = z
  .strictObject({
    code: text(40),
    name: text(200),
    loinc: orNull(text(20)),
    /** The result is one of `value`, `ratio`, `range`, `text` and `absent`. `absent` says why there is no value. */
    value: orNull(decimal),
    comparator,
    ratio: orNull(z.strictObject({ numerator: decimal, denominator: decimal })),
    range: orNull(
      z.strictObject(limits).check(
        lowFirst(),
        z.refine((one) => one.low !== null || one.high !== null, 'needs low or high'),
      ),
    ),
    text: orNull(text(500)),
    absent: orNull(text(500)),
    unit: orNull(text(40)),
    ucum: orNull(text(40)),
    decimals: z._default(z.int().check(z.minimum(0), z.maximum(6)), 0),
    ...limits,
    reference_text: orNull(text(500)),
    ranges: createList(referenceRange, 10),
    interpretation: createList(text(200), 5),
    notes: createList(text(2000), 20),
    /** The status of this result. Without it the status of the document applies. */
    status: orNull(z.enum(resultStatuses)),
    /** The confidentiality group that the law keeps from an adolescent's guardian. Without it the catalogue's group applies. */
    reserved_group: orNull(text(40)),
  })
  .check(({ value: one, issues }) => {
    const wrong = (element: string, message: string) =>
      issues.push({ code: 'custom', message, path: [element], input: one })
    const values = (['value', 'ratio', 'range', 'text', 'absent'] as const).filter(
      (kind) => one[kind] !== null,
    )
    const isSaidOtherwise = one.interpretation.length > 0 || one.notes.length > 0
    if (values.length === 0 && !isSaidOtherwise)
      wrong('value', 'value, ratio, range, text, absent, interpretation or notes is missing')
    if (values.length > 1)
      wrong(values[1] ?? '', `${values.join(' and ')} are given: a result has one of them`)
    if (one.comparator !== null && one.value === null) wrong('comparator', 'needs a value')
    const hasOwnRange = one.low !== null || one.high !== null || one.reference_text !== null
    if (hasOwnRange && one.ranges.length > 0)
      wrong('ranges', 'stands in place of low, high and reference_text')
    if (!isInOrder(one)) wrong('low', 'low is above high')
  })

const common = {
  /** The sender's number of this result. The same number is imported once. */
  number: text(80),
  patient: z.strictObject({
    document_type_id: z.union([z.literal(1), z.literal(2)]),
    document_number: text(20),
    /** The country that issued the passport (ISO 3166-1); null if the sender does not know it. */
    document_country: orNull(text(3)),
  }),
  attention_number: text(40),
  /** The number of the exam in the image archive (DICOM's accession number); null if it has no images there. */
  accession_number: orNull(text(64)),
  type_exam: text(300),
  panel_code: orNull(text(40)),
  doctor_solicite: text(200),
  type_patient: text(100),
  taken_at: instant,
  reported_at: instant,
  office_id: text(40),
  reserved_group: orNull(text(40)),
  /** `corrected`, `amended` or `appended` replaces the result of the same number. Any status replaces a `preliminary` result. */
  status: z._default(z.enum(resultStatuses), 'final'),
}

export const importedDocument = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('laboratory'),
    specimen: orNull(text(100)),
    conclusion: orNull(text(2000)),
    results: z.array(measure).check(z.minLength(1), z.maxLength(200)),
  }),
  z.strictObject({
    ...common,
    type: z.literal('imaging'),
    technique: text(2000),
    findings: z.array(text(2000)).check(z.minLength(1), z.maxLength(50)),
    impression: z.array(text(2000)).check(z.minLength(1), z.maxLength(50)),
    reported_by: text(200),
  }),
])
export const importedRelease = z.strictObject({ type: z.literal('release'), number: text(80) })
export type ImportedDocument = z.output<typeof importedDocument>
export type ImportedMeasure = z.output<typeof measure>

function toReportedValue(one: ImportedMeasure): ReportedValue {
  const { value, comparator: compared, ratio, range, absent, text: words, decimals } = one
  if (value !== null)
    return { kind: 'number', number: withDecimals(value, decimals) ?? value, comparator: compared }
  if (ratio !== null) {
    const amount = (number: string): Amount => ({ number, comparator: null, unit: null, ucum: null })
    return { kind: 'ratio', numerator: amount(ratio.numerator), denominator: amount(ratio.denominator) }
  }
  if (range !== null) return { kind: 'range', ...range }
  if (absent !== null) return { kind: 'absent', reason: toConcept(absent) }
  return words === null ? { kind: 'none' } : { kind: 'text', text: words }
}

function toRanges(one: ImportedMeasure): readonly ReferenceRange[] {
  const { ranges, unit, ucum } = one
  if (ranges.length === 0) return reportedFromPlain({ ...one, value: null }).ranges
  const limit = (number: string | null): Amount | null =>
    number === null ? null : { number, comparator: null, unit, ucum }
  return ranges.map(({ low, high, text: words, type, applies_to }) => ({
    low: limit(low),
    high: limit(high),
    text: words,
    type: type === null ? null : toConcept(type),
    applies_to: applies_to.map(toConcept),
    age_low: null,
    age_high: null,
  }))
}

export function toReportedResult(one: ImportedMeasure, status: ReportedResult['status']): ReportedResult {
  return {
    value: toReportedValue(one),
    unit: one.unit,
    ucum: one.ucum,
    status: one.status ?? status,
    interpretations: one.interpretation.map(toInterpretation),
    ranges: [...toRanges(one)],
    notes: [...one.notes],
    method: null,
    body_site: null,
  }
}

/** Returns the hash under which a document is stored. It does not depend on the order and spacing of the document. */
export function hashDocument(document: ImportedDocument): Uint8Array {
  const ordered = JSON.stringify(document, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(ordered).digest()
}
