/** The searches that the FHIR interface accepts, and its capability statement. */
import type { ServiceScope } from '@mi-portal/contract/fhir'
import type { Bundle, CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4'
import { type Publisher, profiles } from './cl-core.rules.ts'

type Kind = 'token' | 'date' | 'reference'

/** Each kind of resource with its search parameters; a kind with null can be read and not searched. */
const readable = {
  Patient: { _id: 'token' },
  Appointment: { _id: 'token', patient: 'reference', status: 'token', date: 'date' },
  DiagnosticReport: { _id: 'token', patient: 'reference', category: 'token', date: 'date' },
  Observation: { _id: 'token', patient: 'reference', code: 'token', date: 'date' },
  DocumentReference: { _id: 'token', patient: 'reference' },
  Binary: null,
} as const satisfies Record<string, Readonly<Record<string, Kind>> | null>
export type ReadableType = keyof typeof readable

/**
 * Returns the id of an exam's document and of its bytes: the exam's id for the main document, otherwise
 * `exam-number`.
 */
export function documentIdOf({ exam_id, number }: { exam_id: number; number: number }): string {
  return number === 0 ? String(exam_id) : `${exam_id}-${number}`
}

export function readableOf(type: string): ReadableType | null {
  return Object.hasOwn(readable, type) ? (type as ReadableType) : null
}

const maxListed = 100

type DateRange = { readonly from: Date | null; readonly until: Date | null }

export type Search = {
  readonly ids: readonly string[] | null
  /** `Patient/12` or `12`; null if the search names no patient. */
  readonly patient: string | null
  /** Codes of `status`, `category` or `code`, without their systems. */
  readonly codes: readonly string[] | null
  readonly range: DateRange
  readonly limit: number
  readonly offset: number
}

/** Returns the period of a date or timestamp, with its end excluded. */
function spanOf(text: string): readonly [Date, Date] | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const starts = new Date(day ? `${text}T00:00:00-03:00` : text)
  if (Number.isNaN(starts.getTime()) || (!day && !/^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(text)))
    return null
  return [starts, new Date(starts.getTime() + (day ? 86_400_000 : 1))]
}

function narrowed(range: DateRange, given: string): DateRange | null {
  const [, prefix = 'eq', rest = ''] = /^(eq|ge|gt|le|lt)?(.+)$/.exec(given) ?? []
  const span = spanOf(rest)
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

/** Returns what one parameter adds to a search, or null if it is not valid. */
function partOf(kind: Kind | 'paging', name: string, value: string, search: Search): Partial<Search> | null {
  switch (kind) {
    case 'paging': {
      const number = wholeNumber(value, name === '_count' ? maxListed : 100_000)
      if (number === null || (name === '_count' && number === 0)) return null
      return name === '_count' ? { limit: number } : { offset: number }
    }
    case 'reference':
      return search.patient !== null && search.patient !== value ? null : { patient: value }
    case 'date': {
      const range = narrowed(search.range, value)
      return range && { range }
    }
    case 'token': {
      const words = value.split(',').map((one) => one.slice(one.lastIndexOf('|') + 1))
      return name === '_id' ? { ids: words } : { codes: words }
    }
  }
}

/** Returns the search of an address, or the parameter that is not valid. */
export function searchOf(
  type: ReadableType,
  query: readonly (readonly [string, string])[],
): Search | { readonly issue: string } {
  const known: Readonly<Record<string, Kind>> = readable[type] ?? {}
  let search: Search = {
    ids: null,
    patient: null,
    codes: null,
    range: { from: null, until: null },
    limit: 50,
    offset: 0,
  }
  for (const [name, value] of query) {
    const kind = name === '_count' || name === '_offset' ? 'paging' : known[name]
    const part = kind === undefined ? null : partOf(kind, name, value, search)
    if (part === null) return { issue: name }
    search = { ...search, ...part }
  }
  return search
}

/** Returns a page of results with the link to the next one. */
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

const profileOf: Readonly<Partial<Record<ReadableType, string>>> = {
  Patient: profiles.patient,
  Observation: profiles.observation,
}

function resourceRow(type: ReadableType): CapabilityStatementRestResource {
  const known = readable[type]
  const profile = profileOf[type]
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
