import type { ServiceScope } from '@mi-portal/contract/fhir/fhir'
import { addDays, firstOfMonth, toDay, toInstant } from '@mi-portal/contract/values/dates'
import { type DateRange, readPartialDate } from '@mi-portal/contract/values/partial-date'
import type { Bundle, CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4'
import { type Publisher, profiles } from './cl-core.rules.ts'

type Kind = 'token' | 'date' | 'reference'

/** The parameters of every search by content. `subject` is another name of `patient`. */
const common = { _id: 'token', _lastUpdated: 'date', patient: 'reference', subject: 'reference' } as const

/** Each kind of resource with its search parameters; a kind with null can be read and not searched. */
const readable = {
  Patient: { _id: 'token', _lastUpdated: 'date', identifier: 'token' },
  Appointment: { ...common, status: 'token', date: 'date' },
  DiagnosticReport: {
    ...common,
    ...{ category: 'token', date: 'date', identifier: 'token', status: 'token' },
  } as const,
  Observation: {
    ...common,
    ...{ category: 'token', code: 'token', date: 'date', identifier: 'token', status: 'token' },
  } as const,
  DocumentReference: { ...common, date: 'date', status: 'token' },
  Binary: null,
} as const satisfies Record<string, Readonly<Record<string, Kind>> | null>
export type ReadableType = keyof typeof readable

/** Returns the id of an exam's document and of its bytes: the exam's id for the main document, otherwise `exam-number`. */
export function getDocumentId({ exam_id, number }: { exam_id: number; number: number }): string {
  return number === 0 ? String(exam_id) : `${exam_id}-${number}`
}

export function findReadableType(type: string): ReadableType | null {
  return Object.hasOwn(readable, type) ? (type as ReadableType) : null
}

const maxListed = 100

/** The lists that a search compares. Null for any. A code is compared without its system, an identifier with the system that is given. */
type Tokens = {
  readonly ids: readonly string[] | null
  readonly statuses: readonly string[] | null
  readonly categories: readonly string[] | null
  readonly codes: readonly string[] | null
  readonly identifiers: readonly string[] | null
}

export type Search = Tokens & {
  /** `Patient/12` or `12`; null if the search names no patient. */
  readonly patient: string | null
  readonly range: DateRange
  readonly updated: DateRange
  readonly sort: { readonly by: 'date' | 'updated'; readonly isAscending: boolean }
  readonly limit: number
  readonly offset: number
  /** Whether the answer is only the number of resources. */
  readonly isCount: boolean
}

const whole: DateRange = { from: null, until: null }

export const everything: Search = {
  ...{ ids: null, statuses: null, categories: null, codes: null, identifiers: null, patient: null },
  ...{ range: whole, updated: whole, sort: { by: 'date', isAscending: false } },
  ...{ limit: 50, offset: 0, isCount: false },
}

const tokenLists: Readonly<Record<string, keyof Tokens>> = {
  _id: 'ids',
  status: 'statuses',
  category: 'categories',
  code: 'codes',
  identifier: 'identifiers',
}

function findSpan(given: string): readonly [Date, Date] | null {
  // An address decodes the sign of a time zone as a space if the client did not escape it.
  const text = given.replace(' ', '+')
  const { at, precision } = readPartialDate(text)
  if (Number.isNaN(at.getTime())) return null
  if (precision === 'time') {
    const parts = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.exec(text)
    if (parts === null) return null
    const length = parts[1] === undefined ? 60_000 : parts[2] === undefined ? 1000 : 1
    return [at, new Date(at.getTime() + length)]
  }
  const first = toDay(at)
  const last =
    precision === 'day' ? addDays(first, 1) : firstOfMonth(addDays(first, precision === 'month' ? 31 : 366))
  return [toInstant(first, '00:00'), toInstant(last, '00:00')]
}

const prefixes: Readonly<Record<string, string>> = { sa: 'gt', eb: 'lt', ap: 'eq' }

function narrowed(range: DateRange, given: string): DateRange | null {
  const [, asked = 'eq', rest = ''] = /^(eq|ge|gt|le|lt|sa|eb|ap)?(.+)$/.exec(given) ?? []
  const prefix = prefixes[asked] ?? asked
  const span = findSpan(rest)
  if (span === null) return null
  const [starts, ends] = span
  const later = (one: Date | null, other: Date) => (one !== null && one > other ? one : other)
  const sooner = (one: Date | null, other: Date) => (one !== null && one < other ? one : other)
  const from = { eq: starts, ge: starts, gt: ends }[prefix]
  const until = { eq: ends, le: ends, lt: starts }[prefix]
  return {
    from: from === undefined ? range.from : later(range.from, from),
    until: until === undefined ? range.until : sooner(range.until, until),
  }
}

const wholeNumber = (text: string, most: number) =>
  /^\d{1,6}$/.test(text) && Number(text) <= most ? Number(text) : null

const jsonFormats = ['json', 'text/json', 'application/json', 'application/fhir+json']
/** Parameters that change nothing of what is found. A server may ignore them. */
const ignored = ['_pretty', '_elements', '_total']

/** What a parameter adds to a search: null for a value that is not valid, `unknown` for a parameter that is not supported. */
type Part = Partial<Search> | null | 'unknown'

/** Returns the order of a search. Of several keys the first decides. */
function sortPart(value: string): Part {
  const [, descending, by] = /^(-?)(date|_lastUpdated)(,|$)/.exec(value) ?? []
  if (by === undefined) return 'unknown'
  return { sort: { by: by === 'date' ? 'date' : 'updated', isAscending: descending === '' } }
}

function resultPart(name: string, value: string): Part {
  switch (name) {
    case '_count': {
      const limit = wholeNumber(value, 1_000_000)
      if (limit === null) return null
      return limit === 0 ? { isCount: true } : { limit: Math.min(limit, maxListed) }
    }
    case '_offset': {
      const offset = wholeNumber(value, 100_000)
      return offset === null ? null : { offset }
    }
    case '_summary':
      return ['true', 'text', 'data', 'count', 'false'].includes(value)
        ? { isCount: value === 'count' }
        : null
    case '_format':
      return jsonFormats.includes(value.split(';')[0]?.trim().replace(' ', '+') ?? '') ? {} : null
    case '_sort':
      return sortPart(value)
    default:
      return ignored.includes(name) ? {} : 'unknown'
  }
}

function toPart(kind: Kind | undefined, name: string, value: string, search: Search): Part {
  switch (kind) {
    case undefined:
      return resultPart(name, value)
    case 'reference': {
      const patient = value.replace(/^Patient\//, '')
      return search.patient !== null && search.patient !== patient ? null : { patient }
    }
    case 'date': {
      const isUpdate = name === '_lastUpdated'
      const range = narrowed(isUpdate ? search.updated : search.range, value)
      if (range === null) return null
      return isUpdate ? { updated: range } : { range }
    }
    case 'token': {
      const list = tokenLists[name]
      const words = value.split(',')
      const codes = name === 'identifier' ? words : words.map((one) => one.slice(one.lastIndexOf('|') + 1))
      return list === undefined ? 'unknown' : { [list]: codes }
    }
  }
}

/** Returns the search of an address, or the parameter that is not valid. Only strict handling rejects unknown parameters. */
export function readSearch(
  type: ReadableType,
  query: readonly (readonly [string, string])[],
  isStrict: boolean,
):
  | { readonly search: Search; readonly used: readonly (readonly [string, string])[] }
  | { readonly issue: string } {
  const known: Readonly<Record<string, Kind>> = readable[type] ?? {}
  const used: (readonly [string, string])[] = []
  let search = everything
  for (const [name, value] of query) {
    // A reference may name its type (`subject:Patient`). Another modifier is not supported.
    const [base = '', modifier] = name.split(':')
    const isPlain = modifier === undefined || (modifier === 'Patient' && known[base] === 'reference')
    const part = isPlain ? toPart(known[base], base, value, search) : 'unknown'
    if (part === null || (part === 'unknown' && isStrict)) return { issue: name }
    if (part === 'unknown') continue
    search = { ...search, ...part }
    used.push([name, value])
  }
  return { search, used }
}

export function searchset(
  publisher: Publisher,
  found: { readonly total: number; readonly resources: readonly object[] },
  address: {
    readonly type: string
    readonly query: readonly (readonly [string, string])[]
    readonly search: Search
  },
): Bundle {
  const { type, query, search } = address
  const self = `${publisher.baseUrl}/${type}`
  const link = (offset: number) => {
    const asked = new URLSearchParams(
      query.filter(([name]) => name !== '_offset').map(([name, value]) => [name, value]),
    )
    if (offset > 0) asked.set('_offset', String(offset))
    const text = asked.toString()
    return text === '' ? self : `${self}?${text}`
  }
  const next = search.offset + search.limit
  if (search.isCount)
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      total: found.total,
      link: [{ relation: 'self', url: link(0) }],
    }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: found.total,
    link: [
      { relation: 'self', url: link(search.offset) },
      ...(next < found.total ? [{ relation: 'next', url: link(next) }] : []),
    ],
    entry: found.resources.map((resource) => ({
      fullUrl: `${self}/${'id' in resource ? String(resource.id) : ''}`,
      resource: resource as NonNullable<Bundle['entry']>[number]['resource'],
      search: { mode: 'match' },
    })),
  }
}

const supportedProfiles: Readonly<Partial<Record<ReadableType, string>>> = {
  Patient: profiles.patient,
  Observation: profiles.observation,
}

function resourceRow(type: ReadableType): CapabilityStatementRestResource {
  const known = readable[type]
  const profile = supportedProfiles[type]
  return {
    type,
    ...(profile === undefined ? {} : { supportedProfile: [profile] }),
    interaction: [{ code: 'read' as const }, ...(known === null ? [] : [{ code: 'search-type' as const }])],
    versioning: 'no-version',
    ...(known === null
      ? {}
      : { searchParam: Object.entries(known).map(([name, kind]) => ({ name, type: kind })) }),
  }
}

const writing = (scopes: readonly ServiceScope[]) =>
  `Service accounts send transactions in which each entry is \`PUT Type?identifier=system|value\` (a Binary: \`POST Binary\`). Scopes: ${scopes.join(', ')}.`

export function capabilities(
  publisher: Publisher,
  facts: {
    readonly product: string
    readonly version: string
    readonly at: Date
    readonly scopes: readonly ServiceScope[]
  },
): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    id: 'portal',
    status: 'active',
    date: facts.at.toISOString().slice(0, 10),
    publisher: publisher.brand,
    kind: 'instance',
    software: { name: facts.product, version: facts.version },
    implementation: { description: `${facts.product} · ${publisher.brand}`, url: publisher.baseUrl },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json'],
    rest: [
      {
        mode: 'server',
        documentation: `Patients read their own resources with the token of their session (\`x-token\`). ${writing(facts.scopes)}`,
        security: {
          description:
            'Patients: header `x-token`. Service accounts: `Authorization: Bearer`, with the secret that was shown when the account was opened.',
        },
        resource: (Object.keys(readable) as ReadableType[]).map(resourceRow),
        interaction: [{ code: 'transaction' }],
      },
    ],
  }
}
