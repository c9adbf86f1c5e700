/** A FHIR server that really searches, sorts, pages and patches. Ids, links and errors follow R4. */
import { createServer, type IncomingMessage } from 'node:http'
import { listenDuringTest } from './listen.ts'

export type Resource = { resourceType: string; id: string } & Record<string, unknown>

type State = 'up' | 'down' | 'failing' | 'silent' | 'babbling'

type Options = {
  readonly pageSize?: number
  /** Requires a token from the server's own token endpoint. */
  readonly client?: { readonly id: string; readonly secret: string }
  /** Whether the server returns the versions of a resource. Default: true. */
  readonly hasHistory?: boolean
  readonly token?: string
  /** Accepts every patch, with any version in its `If-Match` header. */
  readonly ignoresVersion?: boolean
}

/** The receiver of an answer: a response, or an object that drops it. */
type Answering = {
  writeHead: (status: number, headers: Record<string, string>) => unknown
  end: (text: string) => unknown
}

type Coded = { system?: string; code?: string }

const of = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

function codings(value: unknown): Coded[] {
  return list(value).flatMap((one) => list(of(one).coding) as Coded[])
}

function isToken(given: string, { system, code }: Coded): boolean {
  const [first, second] = given.split('|')
  return second === undefined ? code === first : code === second && (system ?? '') === first
}

const references = (value: unknown) => list(value).map((one) => String(of(one).reference ?? ''))

/** Returns whether a resource matches a search parameter, for each parameter. */
const parameters: Readonly<Record<string, (resource: Resource, given: string) => boolean>> = {
  _id: (one, given) => one.id === given,
  identifier: (one, given) =>
    list(one.identifier).some((each) => {
      const { system, value } = of(each)
      return isToken(given, { system: system as string, code: value as string })
    }),
  patient: (one, given) =>
    references(one.subject).includes(given) ||
    list(one.participant).some((each) => references(of(each).actor).includes(given)),
  status: (one, given) => one.status === given,
  _lastUpdated: (one, given) => Date.parse(updatedOf(one)) >= Date.parse(given.slice(2)),
  code: (one, given) => codings(one.code).some((each) => isToken(given, each)),
  result: (one, given) => references(one.result).includes(given),
  'has-member': (one, given) => references(one.hasMember).includes(given),
  related: (one, given) => references(of(one.context).related).includes(given),
  date: (one, given) => {
    const at = Date.parse(dateOf(one))
    const edge = Date.parse(given.slice(2))
    return given.startsWith('ge') ? at >= edge : given.startsWith('le') ? at <= edge : false
  },
}

function updatedOf(one: Resource): string {
  return String(of(one.meta).lastUpdated ?? '')
}

function dateOf(one: Resource): string {
  return String(one.start ?? one.effectiveDateTime ?? one.issued ?? '')
}

function matches(one: Resource, query: URLSearchParams): boolean {
  return [...query].every(([name, value]) => {
    const looks = parameters[name]
    return looks === undefined || value.split(',').some((each) => looks(one, each))
  })
}

export async function startFhirServer(resources: readonly Resource[], options: Options = {}) {
  const held = new Map<string, Resource>()
  const versions = new Map<string, Resource[]>()
  const put = (one: Resource) => {
    const version = Number(of(held.get(`${one.resourceType}/${one.id}`)?.meta).versionId ?? 0) + 1
    const meta = { ...of(one.meta), versionId: String(version) }
    const stored = { ...one, meta }
    held.set(`${one.resourceType}/${one.id}`, stored)
    versions.set(`${one.resourceType}/${one.id}`, [
      stored,
      ...(versions.get(`${one.resourceType}/${one.id}`) ?? []),
    ])
  }
  for (const one of resources) put(one)
  const line = { state: 'up' as State, asked: [] as string[], headers: [] as IncomingMessage['headers'][] }
  let stumbles = { method: '', times: 0 }
  let lost: string | null = null
  let tokens = 0
  let liveToken = ''
  let foreignNext: string | undefined
  let leftOut: string | null = null
  let url = ''

  function send(response: Answering, status: number, body: unknown, headers: Record<string, string> = {}) {
    response.writeHead(status, { 'content-type': 'application/fhir+json; charset=utf-8', ...headers })
    // JavaScript cannot write the number 5.0, so the text "number:5.0" is sent as that number.
    response.end(JSON.stringify(body).replace(/"number:([\d.]+)"/g, '$1'))
  }

  const outcome = (code: string) => ({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code }],
  })

  function includes(found: readonly Resource[], query: URLSearchParams): Resource[] {
    const wanted = query.getAll('_include').flatMap((one) => {
      const [, name] = one.split(':')
      return name ?? []
    })
    const targets = found.flatMap((one) =>
      wanted.flatMap((name) =>
        name === 'actor'
          ? list(one.participant).flatMap((each) => references(of(each).actor))
          : references(one[name]),
      ),
    )
    return [...new Set(targets)].flatMap((target) => held.get(target) ?? [])
  }

  function search(type: string, asked: URLSearchParams) {
    const query = new URLSearchParams([...asked].filter(([name]) => name !== leftOut))
    const sort = query.get('_sort')
    const size = Math.min(Number(query.get('_count') ?? 20), options.pageSize ?? 100)
    const from = Number(query.get('_offset') ?? 0)
    const all = [...held.values()].filter((one) => one.resourceType === type && matches(one, query))
    const keyOf = sort === '_lastUpdated' ? updatedOf : dateOf
    if (sort !== null)
      all.sort((one, other) => keyOf(one).localeCompare(keyOf(other)) * (sort.startsWith('-') ? -1 : 1))
    const page = all.slice(from, from + size)
    const next = new URLSearchParams(query)
    next.set('_offset', String(from + size))
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      total: all.length,
      link: [
        ...(from + size < all.length
          ? [{ relation: 'next', url: foreignNext ?? `${url}/${type}?${next}` }]
          : []),
      ],
      entry: [
        ...page.map((resource) => ({ resource, search: { mode: 'match' } })),
        ...includes(page, query).map((resource) => ({ resource, search: { mode: 'include' } })),
      ],
    }
  }

  function patch(target: string, headers: IncomingMessage['headers'], body: string, response: Answering) {
    const one = held.get(target)
    if (one === undefined) return send(response, 404, outcome('not-found'))
    if (headers['content-type'] !== 'application/json-patch+json')
      return send(response, 415, outcome('not-supported'))
    if (!options.ignoresVersion && headers['if-match'] !== `W/"${of(one.meta).versionId}"`)
      return send(response, 412, outcome('conflict'))
    const changed = structuredClone(one)
    for (const { op, path, value } of JSON.parse(body) as { op: string; path: string; value: unknown }[]) {
      const names = path.slice(1).split('/')
      const last = names.pop() ?? ''
      const at = names.reduce<Record<string, unknown>>((inner, name) => of(inner[name]), changed)
      if (op === 'test' && at[last] !== value) return send(response, 422, outcome('processing'))
      if (op !== 'test') at[last] = value
    }
    put(changed)
    send(response, 200, held.get(target))
  }

  function giveToken(request: IncomingMessage, body: string, response: Answering) {
    const pair = [options.client?.id, options.client?.secret]
      .map((one) => encodeURIComponent(one ?? ''))
      .join(':')
    const given = request.headers.authorization === `Basic ${Buffer.from(pair).toString('base64')}`
    if (!given || new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return send(response, 401, { error: 'invalid_client' })
    tokens += 1
    liveToken = `token-${tokens}`
    send(response, 200, { access_token: liveToken, token_type: 'Bearer', expires_in: 300 })
  }

  function giveHistory(path: string, response: Answering) {
    if (options.hasHistory === false) return send(response, 501, outcome('not-supported'))
    const entry = (versions.get(path) ?? []).map((resource) => ({ resource }))
    send(response, 200, { resourceType: 'Bundle', type: 'history', entry })
  }

  function answer(request: IncomingMessage, body: string, response: Answering) {
    const asked = new URL(request.url ?? '/', 'http://x')
    const path = asked.pathname.replace(/^\/fhir\//, '')
    if (path === '/token') return giveToken(request, body, response)
    const wanted = options.client === undefined ? options.token : liveToken
    if (wanted !== undefined && request.headers.authorization !== `Bearer ${wanted}`)
      return send(response, 401, outcome('login'))
    if (request.method === 'PATCH') return patch(path, request.headers, body, response)
    if (!path.includes('/')) return send(response, 200, search(path, asked.searchParams))
    if (path.endsWith('/_history')) return giveHistory(path.replace('/_history', ''), response)
    const one = held.get(path)
    return one === undefined ? send(response, 404, outcome('not-found')) : send(response, 200, one)
  }

  const server = createServer((request, response) => {
    line.asked.push(`${request.method} ${request.url}`)
    line.headers.push(request.headers)
    if (line.state === 'down') return void request.socket.destroy()
    if (line.state === 'silent') return void request.resume()
    if (stumbles.method === request.method && stumbles.times > 0) {
      stumbles.times -= 1
      return void response.writeHead(503).end()
    }
    if (line.state === 'failing') return void response.writeHead(500).end('<h1>Oops</h1>')
    if (line.state === 'babbling')
      return void response.writeHead(200, { 'content-type': 'application/fhir+json' }).end('{"a":')
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (request.method !== lost) return answer(request, body, response)
      answer(request, body, { writeHead: () => {}, end: () => request.socket.destroy() })
    })
  })
  const origin = await listenDuringTest(server)
  url = `${origin}/fhir`
  return {
    url,
    tokenUrl: `${origin}/token`,
    line,
    held,
    put,
    /** Answers the next `times` calls with 503. */
    stumbleOver: (method: string, times: number) => {
      stumbles = { method, times }
    },
    /** Carries out calls of this method but does not answer them. */
    loseAnswersTo: (method: string | null) => {
      lost = method
    },
    endToken: () => {
      liveToken = 'another'
    },
    /** Ignores this search parameter, as the R4 text allows. */
    leaveOut: (parameter: string | null) => {
      leftOut = parameter
    },
    pointElsewhere: (next: string) => {
      foreignNext = next
    },
    tokensGiven: () => tokens,
  }
}

const kinds = 'https://interoperabilidad.minsal.cl/fhir/ig/eis/CodeSystem/eis-tipo-identificador-cs'

/** Returns an identifier with its CL Core type: 1 is a run, 3 a passport. */
export function typed(code: '1' | '3', value: string) {
  return { use: 'official', type: { coding: [{ system: kinds, code }] }, value }
}

/** The data in the portal of the girl of fifteen who is `hija` on the server. */
export const daughter = { document_number: '98765433', date_birth: '2011-06-15' }

export function createPatientResource(id: string, run: string, more: object = {}): Resource {
  const value = `${run.slice(0, -1)}-${run.slice(-1)}`
  return { resourceType: 'Patient', id, identifier: [typed('1', value)], ...more }
}

export function createAppointmentResource(
  id: string,
  patient: string,
  start: string,
  more: object = {},
): Resource {
  const end = new Date(Date.parse(start) + 30 * 60_000).toISOString()
  return {
    resourceType: 'Appointment',
    id,
    status: 'booked',
    start,
    end,
    specialty: [{ coding: [{ code: '363', display: 'Medicina interna' }] }],
    appointmentType: { text: 'Consulta' },
    participant: [
      { actor: { reference: `Patient/${patient}` }, status: 'accepted' },
      { actor: { reference: 'Practitioner/ortega' }, status: 'accepted' },
      { actor: { reference: 'Location/box-304' }, status: 'accepted' },
    ],
    ...more,
  }
}

export const staffOfArchive: readonly Resource[] = [
  {
    resourceType: 'Practitioner',
    id: 'ortega',
    identifier: [typed('1', '11.111.111-1')],
    name: [{ prefix: ['Dra.'], given: ['Marcela'], family: 'Ortega Pino' }],
  },
  {
    resourceType: 'Location',
    id: 'box-304',
    name: 'Clínica Providencia',
    description: 'Piso 3, consulta 304',
  },
]

const loinc = (code: string, display: string) => ({ coding: [{ system: 'http://loinc.org', code, display }] })

export function createObservationResource(
  id: string,
  patient: string,
  at: string,
  [code, name]: readonly [string, string],
  value: number,
  more: object = {},
): Resource {
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: loinc(code, name),
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: at,
    valueQuantity: { value, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' },
    referenceRange: [{ low: { value: 70 }, high: { value: 99 } }],
    ...more,
  }
}

export function createReportResource(
  id: string,
  patient: string,
  at: string,
  results: readonly string[],
  more: object = {},
): Resource {
  return {
    resourceType: 'DiagnosticReport',
    id,
    status: 'final',
    identifier: [{ system: 'https://lis.example/informes', value: id }],
    encounter: { identifier: { value: `A-${id}` } },
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
    code: { text: 'Perfil bioquímico' },
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: at,
    issued: at,
    basedOn: [{ display: 'Dr. Pablo Reyes Mena' }],
    result: results.map((one) => ({ reference: `Observation/${one}` })),
    ...more,
  }
}
