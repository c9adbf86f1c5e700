/**
 * Reads the content of a FHIR R4 Observation: its value, its components, ranges, interpretation, notes and absent
 * reason. Elements that are given but cannot be read are listed, so that a receiver can reject them and a reader
 * can report them.
 */
import * as z from 'zod/mini'
import {
  type ReferenceRange,
  type ReportedResult,
  type ResultStatus,
  resultStatuses,
} from '../reported-result.ts'
import {
  concept,
  conceptWords,
  hasWords,
  isResource,
  note,
  type Read,
  type Resource,
  range,
  reader,
  reportedConcept,
  toAmount,
  wordsOrCode,
} from './elements.ts'
import { readValue, unitless } from './values.ts'

const loincSystem = 'http://loinc.org'

export type ReadMeasure = {
  /** Path of the measure in the resource: empty for the observation itself, `component[0]` for a component. */
  readonly element: string
  readonly name: string | null
  readonly codes: readonly { readonly system: string | null; readonly code: string }[]
  readonly loinc: string | null
  readonly result: ReportedResult
}

type ReadObservation = {
  readonly measures: readonly ReadMeasure[]
  readonly unread: readonly string[]
}

function readRange(one: z.output<typeof range>): ReferenceRange {
  return {
    low: toAmount(one.low),
    high: toAmount(one.high),
    text: one.text ?? null,
    type: one.type === undefined ? null : reportedConcept(one.type),
    applies_to: (one.appliesTo ?? []).map(reportedConcept).filter(hasWords),
    age_low: toAmount(one.age?.low),
    age_high: toAmount(one.age?.high),
  }
}

/** Returns the paths of limits that are given but are not numbers, because they would be lost. */
function unreadLimits(given: z.output<typeof range>, prefix: string): string[] {
  const ends = { low: given.low, high: given.high, 'age.low': given.age?.low, 'age.high': given.age?.high }
  return Object.entries(ends).flatMap(([name, end]) =>
    end !== undefined && toAmount(end) === null ? [`${prefix}.${name}`] : [],
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

function readStatus(given: unknown): ResultStatus {
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
  const status = readStatus(given['status'])
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
