/**
 * Reads the content of a FHIR R4 Observation: its value, its components, ranges, interpretation, notes and absent
 * reason. Elements that are given but cannot be read are listed, so that a receiver can reject them and a reader
 * can report them.
 */
import * as z from 'zod/mini'
import { atMost } from '../text.ts'
import {
  type Amount,
  plainDecimal,
  type ReferenceRange,
  type ReportedConcept,
  type ReportedResult,
  type ReportedValue,
  type ResultStatus,
  resultStatuses,
} from './reported-result.ts'

const text = z.string().check(z.minLength(1), atMost(10_000))
const coding = z.object({ system: z.optional(text), code: z.optional(text), display: z.optional(text) })
const concept = z.object({ coding: z.optional(z.array(coding)), text: z.optional(text) })
type FhirConcept = z.output<typeof concept>
// `parseExactJson` returns text when a number would lose digits.
const number = z.union([z.number(), z.string()])
const quantity = z.object({
  value: z.optional(number),
  comparator: z.optional(z.enum(['<', '<=', '>=', '>'])),
  unit: z.optional(text),
  system: z.optional(text),
  code: z.optional(text),
})
const span = z.object({ low: z.optional(quantity), high: z.optional(quantity) })
const ratio = z.object({ numerator: quantity, denominator: quantity })
const period = z.object({ start: z.optional(text), end: z.optional(text) })
const range = z.object({
  low: z.optional(quantity),
  high: z.optional(quantity),
  type: z.optional(concept),
  appliesTo: z.optional(z.array(concept)),
  age: z.optional(span),
  text: z.optional(text),
})
const note = z.object({ text })
const fhirDate = z
  .string()
  .check(atMost(40), z.regex(/^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/))
const fhirTime = z.string().check(atMost(40), z.regex(/^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/))

const unitsOfMeasure = 'http://unitsofmeasure.org'
const loincSystem = 'http://loinc.org'

/** One measure of an observation: the observation's own value, or the value of a component. */
export type ReadMeasure = {
  /** Path of the measure in the resource: empty for the observation itself, `component[0]` for a component. */
  readonly element: string
  /** The name of the measure in the sender's words; null when only codes are given. */
  readonly name: string | null
  readonly codes: readonly { readonly system: string | null; readonly code: string }[]
  readonly loinc: string | null
  readonly result: ReportedResult
}

type ReadObservation = {
  readonly measures: readonly ReadMeasure[]
  /** Paths of the elements that are given but could not be read. */
  readonly unread: readonly string[]
}

type Resource = Readonly<Record<string, unknown>>

function isResource(given: unknown): given is Resource {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

/**
 * Returns a function that reads one element with its schema, and adds its path to `unread` when the element is
 * given but cannot be read.
 */
function reader(unread: string[], prefix: string) {
  return <T extends z.ZodMiniType>(
    resource: Resource,
    element: string,
    schema: T,
  ): z.output<T> | undefined => {
    const given = resource[element]
    if (given === undefined || given === null) return undefined
    const read = z.safeParse(schema, given)
    if (read.success) return read.data
    const [issue] = read.error.issues
    const deeper = (issue?.path ?? []).map((part) =>
      typeof part === 'number' ? `[${part}]` : `.${String(part)}`,
    )
    unread.push(`${prefix}${element}${deeper.join('')}`)
    return undefined
  }
}
type Read = ReturnType<typeof reader>

/** Returns the text of a concept, or else its first display; null when it has only codes. */
export function conceptWords(
  given:
    | {
        readonly text?: string | undefined
        readonly coding?: readonly { readonly display?: string | undefined }[] | undefined
      }
    | undefined,
): string | null {
  return given?.text?.trim() || given?.coding?.map(({ display }) => display?.trim()).find(Boolean) || null
}

function wordsOrCode(given: FhirConcept | undefined): string | null {
  return given === undefined ? null : (conceptWords(given) ?? given.coding?.[0]?.code ?? null)
}

function reportedConcept({ text: words, coding: codings = [] }: FhirConcept): ReportedConcept {
  return {
    text:
      words ??
      codings.find(({ code, display }) => code === undefined && display !== undefined)?.display ??
      null,
    codes: codings.flatMap(({ system, code, display }) =>
      code === undefined ? [] : [{ system: system ?? null, code, display: display ?? null }],
    ),
  }
}

const hasWords = ({ text: words, codes }: ReportedConcept) => words !== null || codes.length > 0

type Quantity = z.output<typeof quantity>

const unitOf = ({ unit, code }: Quantity) => unit ?? code ?? null
const ucumOf = ({ system, code }: Quantity) =>
  system === undefined || system === unitsOfMeasure ? (code ?? null) : null

function amountOf(one: Quantity | undefined): Amount | null {
  const plain = one?.value === undefined ? null : plainDecimal(one.value)
  if (one === undefined || plain === null) return null
  return { number: plain, comparator: one.comparator ?? null, unit: unitOf(one), ucum: ucumOf(one) }
}

type Value = { readonly value: ReportedValue; readonly unit: string | null; readonly ucum: string | null }
const unitless = (value: ReportedValue): Value => ({ value, unit: null, ucum: null })

function quantityValue(one: Quantity): Value | null {
  const amount = amountOf(one)
  if (amount === null) return null
  const { number: digits, comparator, unit, ucum } = amount
  return { value: { kind: 'number', number: digits, comparator }, unit, ucum }
}

function ratioValue(one: z.output<typeof ratio>): Value | null {
  const [numerator, denominator] = [amountOf(one.numerator), amountOf(one.denominator)]
  return numerator === null || denominator === null
    ? null
    : unitless({ kind: 'ratio', numerator, denominator })
}

/** Returns a range whose ends have the same unit; null otherwise, because the document then has to be read. */
function rangeValue(one: z.output<typeof span>): Value | null {
  const [low, high] = [amountOf(one.low), amountOf(one.high)]
  if ((low === null) !== (one.low === undefined) || (high === null) !== (one.high === undefined)) return null
  const first = low ?? high
  if (
    first === null ||
    [low, high].some((end) => end !== null && (end.unit !== first.unit || end.comparator !== null))
  )
    return null
  const value = { kind: 'range' as const, low: low?.number ?? null, high: high?.number ?? null }
  return { value, unit: first.unit, ucum: first.ucum }
}

function periodValue({ start, end }: z.output<typeof period>): Value | null {
  const isDate = (one: string | undefined) => one === undefined || z.safeParse(fhirDate, one).success
  if ((start === undefined && end === undefined) || !isDate(start) || !isDate(end)) return null
  return unitless({ kind: 'period', start: start ?? null, end: end ?? null })
}

function conceptValue(one: FhirConcept): Value | null {
  const read = reportedConcept(one)
  return hasWords(read) ? unitless({ kind: 'concept', concept: read }) : null
}

function valueReader<T extends z.ZodMiniType>(schema: T, make: (one: z.output<T>) => Value | null) {
  return (read: Read, resource: Resource, element: string): Value | null | undefined => {
    const one = read(resource, element, schema)
    return one === undefined ? undefined : make(one)
  }
}

const values: Readonly<
  Record<string, (read: Read, resource: Resource, element: string) => Value | null | undefined>
> = {
  valueQuantity: valueReader(quantity, quantityValue),
  valueInteger: valueReader(z.int(), (one) => quantityValue({ value: one })),
  valueString: valueReader(text, (one) => unitless({ kind: 'text', text: one })),
  valueBoolean: valueReader(z.boolean(), (one) => unitless({ kind: 'boolean', boolean: one })),
  valueCodeableConcept: valueReader(concept, conceptValue),
  valueRatio: valueReader(ratio, ratioValue),
  valueRange: valueReader(span, rangeValue),
  valueDateTime: valueReader(fhirDate, (one) => unitless({ kind: 'date', date: one })),
  valueTime: valueReader(fhirTime, (one) => unitless({ kind: 'time', time: one })),
  valuePeriod: valueReader(period, periodValue),
}

/** Returns the value of an observation or component; undefined when none is given. */
function readValue(resource: Resource, read: Read, unread: string[], prefix: string): Value | undefined {
  const given = Object.keys(resource).filter((key) => /^value[A-Z]/.test(key) && resource[key] !== null)
  const [element, another] = given
  if (element === undefined) return undefined
  const unreadBefore = unread.length
  const value = another === undefined ? values[element]?.(read, resource, element) : null
  if (value) return value
  if (unread.length === unreadBefore) unread.push(`${prefix}${another ?? element}`)
  return unitless({ kind: 'unreadable' })
}

function readRange(one: z.output<typeof range>): ReferenceRange {
  return {
    low: amountOf(one.low),
    high: amountOf(one.high),
    text: one.text ?? null,
    type: one.type === undefined ? null : reportedConcept(one.type),
    applies_to: (one.appliesTo ?? []).map(reportedConcept).filter(hasWords),
    age_low: amountOf(one.age?.low),
    age_high: amountOf(one.age?.high),
  }
}

/** Returns the paths of limits that are given but are not numbers, because they would be lost. */
function unreadLimits(given: z.output<typeof range>, prefix: string): string[] {
  const ends = { low: given.low, high: given.high, 'age.low': given.age?.low, 'age.high': given.age?.high }
  return Object.entries(ends).flatMap(([name, end]) =>
    end !== undefined && amountOf(end) === null ? [`${prefix}.${name}`] : [],
  )
}

type Status = { readonly status: ResultStatus; readonly notes: readonly string[] }

/** Returns the result of an observation or a component; null when it has none, such as the head of a panel. */
function readResult(
  resource: Resource,
  prefix: string,
  { status, notes }: Status,
  unread: string[],
): ReportedResult | null {
  const read = reader(unread, prefix)
  const value = readValue(resource, read, unread, prefix)
  const absent = read(resource, 'dataAbsentReason', concept)
  const reason = absent === undefined ? null : reportedConcept(absent)
  const ranges = read(resource, 'referenceRange', z.array(range)) ?? []
  unread.push(...ranges.flatMap((one, at) => unreadLimits(one, `${prefix}referenceRange[${at}]`)))
  const interpretations = (read(resource, 'interpretation', z.array(concept)) ?? [])
    .map(reportedConcept)
    .filter(hasWords)
  // FHIR allows a reason for a missing value only when the value is missing.
  if (value !== undefined && reason !== null) unread.push(`${prefix}dataAbsentReason`)
  const isEmpty = value === undefined && reason === null && interpretations.length === 0
  if (isEmpty && notes.length === 0) return null
  return {
    ...(value ?? unitless(reason === null ? { kind: 'none' } : { kind: 'absent', reason })),
    status,
    interpretations,
    ranges: ranges.map(readRange),
    notes: [...notes],
    method: wordsOrCode(read(resource, 'method', concept)),
    body_site: wordsOrCode(read(resource, 'bodySite', concept)),
  }
}

function readCode(resource: Resource, read: Read): Pick<ReadMeasure, 'name' | 'codes' | 'loinc'> {
  const given = read(resource, 'code', concept)
  const codes = (given?.coding ?? []).flatMap(({ system, code }) =>
    code === undefined ? [] : [{ system: system ?? null, code }],
  )
  return {
    name: conceptWords(given),
    codes,
    loinc: codes.find(({ system }) => system === loincSystem)?.code ?? null,
  }
}

function statusOf(given: unknown): ResultStatus {
  return resultStatuses.find((one) => one === given) ?? 'final'
}

/** Returns whether the resource is the head of a panel, whose members have the values. */
function hasMembers(resource: Resource): boolean {
  return Array.isArray(resource['hasMember']) && resource['hasMember'].length > 0
}

/**
 * Reads every measure of an Observation: first its own value, then its components. An observation without any
 * value, component or member becomes a result that refers to the document.
 */
export function readObservation(given: object): ReadObservation {
  if (!isResource(given)) return { measures: [], unread: [''] }
  const unread: string[] = []
  const read = reader(unread, '')
  const status = statusOf(given['status'])
  const notes = (read(given, 'note', z.array(note)) ?? []).map((one) => one.text)
  const own = readResult(given, '', { status, notes }, unread)
  const site = wordsOrCode(read(given, 'bodySite', concept))
  const method = wordsOrCode(read(given, 'method', concept))
  const parts = read(given, 'component', z.array(z.looseObject({}))) ?? []
  const components = parts.map((part, at): ReadMeasure => {
    const element = `component[${at}]`
    const result = readResult(part, `${element}.`, { status, notes: [] }, unread) ?? emptyResult(status)
    // The observation gives method and site once for all components.
    const whole = { ...result, method, body_site: site }
    return { element, ...readCode(part, reader(unread, `${element}.`)), result: whole }
  })
  const isHead = components.length > 0 || hasMembers(given)
  if (own === null && isHead && given['referenceRange'] !== undefined) unread.push('referenceRange')
  const result = own ?? (isHead ? null : emptyResult(status))
  const measures =
    result === null ? components : [{ element: '', ...readCode(given, read), result }, ...components]
  return { measures, unread: [...new Set(unread)] }
}

function emptyResult(status: ResultStatus): ReportedResult {
  return {
    ...unitless({ kind: 'none' }),
    status,
    interpretations: [],
    ranges: [],
    notes: [],
    method: null,
    body_site: null,
  }
}
