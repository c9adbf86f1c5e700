/** Turns rows of the contract into routes: admits, parses, calls the handler and sends its reply. */
import type { Access, Endpoint, EndpointTable, Received, Reply } from '@mi-portal/contract/endpoint'
import { fullPath } from '@mi-portal/contract/endpoint'
import { Failure, type Fault } from '@mi-portal/contract/failure'
import buildSerializer from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { asOneCall } from '../database/postgres/patience.ts'
import type { Actor, Admission, Claim, Origin, ReachablePatientId, Service } from './actor.ts'
import { addressOf } from './address.ts'
import { answering } from './answering.ts'
import { replySchema } from './description.ts'
import type { Attachment, Stash, Uploads } from './forms/attachments.ts'
import type { Picture } from './forms/pictures.ts'
import { announcedLength, readForm } from './forms/uploads.ts'

type WithActor<E extends Endpoint> = E['access'] extends 'public' | 'key'
  ? Record<never, never>
  : E['access'] extends 'service'
    ? { service: Service }
    : { actor: Actor }
type WithPictures<E extends Endpoint> = E['form'] extends z.core.$ZodType
  ? { pictures: Readonly<Record<string, Picture>> }
  : Record<never, never>
type WithFiles<E extends Endpoint> = E['files'] extends true
  ? { files: readonly Attachment[] }
  : Record<never, never>
type WithPatient<E extends Endpoint> = E['patient'] extends { of: string }
  ? { patient: ReachablePatientId }
  : Record<never, never>

/** What a handler is given: its parsed input, who calls, proof of reach where the row declares a patient. */
type Context<E extends Endpoint> = Received<E> &
  WithActor<E> &
  WithPictures<E> &
  WithFiles<E> &
  WithPatient<E> & { origin: Origin; request: FastifyRequest; reply: FastifyReply }

type Handler<E extends Endpoint> = (
  context: Context<E>,
) => Promise<E['raw'] extends true ? unknown : Reply<E>>

/** One handler for every row of the table. */
type Handlers<T extends EndpointTable> = { readonly [K in keyof T]: Handler<T[K]> }

declare module 'fastify' {
  interface FastifyInstance {
    /** Set once by the app before any route is mounted. */
    admission: Admission
    /** Where files that come with forms go; set like `admission`. */
    uploads: Uploads
    /** Every mounted row, for the API description and the tests that walk it. */
    mounted: Endpoint[]
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const knownAccess: readonly Access[] = [
  'public',
  'key',
  'bearer',
  'service',
  'signedIn',
  'patient',
  'staff',
  'superAdmin',
]

const allowedRoles: Record<Access, readonly Actor['rol'][]> = {
  public: [],
  key: [],
  bearer: ['STANDART_ROLE'],
  service: [],
  signedIn: ['STANDART_ROLE', 'ADMIN_ROLE', 'SUPER_ADMIN_ROLE'],
  patient: ['STANDART_ROLE'],
  staff: ['ADMIN_ROLE', 'SUPER_ADMIN_ROLE'],
  superAdmin: ['SUPER_ADMIN_ROLE'],
}

/** Adds a route for every row. Throws at start for a row without declared access or with a claim that cannot be audited. */
export function mount<T extends EndpointTable>(app: FastifyInstance, table: T, handlers: Handlers<T>): void {
  for (const [name, endpoint] of Object.entries(table)) {
    const handler = handlers[name]
    if (!handler) throw new Error(`${endpoint.method} ${endpoint.path} has no handler`)
    mountRow(app, endpoint, handler)
  }
}

// Inside, a row is any row: its own types hold at the two ends, in the table and in the handler.
type AnyHandler = (context: never) => Promise<unknown>

function mountRow(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler): void {
  assertDeclared(endpoint)
  app.mounted.push(endpoint)
  const answer = async (entry: Entry, reply: FastifyReply) => {
    const handle = (admitted: object) => handler({ ...admitted, request: entry.request, reply } as never)
    const early = readEarly(app.admission, entry, handle)
    const context = await admitted(app.admission, entry)
    if (early !== null && 'actor' in context && isSame(context.actor, early.actor)) return early.result
    return handle(context)
  }
  const work = async (request: FastifyRequest, reply: FastifyReply) => {
    const entry = entryOf(endpoint, request, app.uploads)
    try {
      return await answer(entry, reply)
    } finally {
      // Of a call that was refused no file is left, whatever it was refused for.
      await entry.stash?.close()
    }
  }
  app.route({
    method: endpoint.method,
    url: fullPath(endpoint).replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { endpoint },
    ...(endpoint.raw
      ? {}
      : { schema: { response: { 200: {} } }, serializerCompiler: () => serializerOf(endpoint) }),
    handler: answering(endpoint, (request, reply) => asOneCall(() => work(request, reply))),
  })
}

/** Made at the first answer: those of all rows together would be a fifth of the start. */
function serializerOf(endpoint: Endpoint): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  return (answer) => {
    write ??= buildSerializer(replySchema(endpoint))
    return write(answer)
  }
}

function assertDeclared(endpoint: Endpoint): void {
  const label = `${endpoint.method} ${endpoint.path}`
  if (!knownAccess.includes(endpoint.access)) throw new Error(`${label} declares no access`)
  // Such answers are kept by whoever carries them and come from memory, whoever asks.
  if (endpoint.cache !== undefined && endpoint.access !== 'public')
    throw new Error(`${label} may be kept by everybody: its access must be "public"`)
  if (endpoint.files && (endpoint.access === 'public' || endpoint.access === 'key' || !endpoint.form))
    throw new Error(`${label} takes files: it needs a form, and a session to count them against`)
  if (endpoint.patient && isPassive(endpoint))
    throw new Error(`${label} is about a patient: it is a use of the session`)
  if (endpoint.ownRead && (endpoint.method !== 'GET' || endpoint.access !== 'patient'))
    throw new Error(`${label} is no read of a patient's own`)
  if (endpoint.patient && !endpoint.action) throw new Error(`${label} is about a patient and names no action`)
  // Staff administer accounts; of the record they read nothing.
  const accounts = endpoint.access === 'signedIn' && endpoint.action === 'people.read'
  if (endpoint.patient && endpoint.access !== 'patient' && !accounts)
    throw new Error(`${label} is about a patient: its access must be "patient"`)
}

/** A call on its way in. */
type Entry = {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly token: string | undefined
  readonly input: Parsed
  readonly origin: Origin
  readonly uploads: Uploads
  /** Open from when the files of its form are read. */
  stash: Stash | null
  /** Null also where the input is at fault: nothing of a record is touched then. */
  readonly claim: Claim | null
}

function entryOf(endpoint: Endpoint, request: FastifyRequest, uploads: Uploads): Entry {
  if (endpoint.changesState) refuseNavigation(request)
  const input = parse(endpoint, request)
  return {
    endpoint,
    request,
    token: tokenOf(request),
    input,
    origin: { ip: addressOf(request), requestId: request.id },
    uploads,
    stash: null,
    claim: input.faults.length === 0 && input.unreadable === null ? claimOf(endpoint, input.params) : null,
  }
}

/** Runs the checks in their order: session, role, form of the input, reach. */
async function admitted(admission: Admission, entry: Entry) {
  const { endpoint, origin, claim } = entry
  if (endpoint.access === 'public' || endpoint.access === 'key')
    return { ...(await received(entry, null)), origin }
  if (endpoint.access === 'service') {
    const service = await admission.service(bearerOf(entry.request), origin)
    return { ...receive(entry.input), origin, service }
  }
  const actor =
    endpoint.access === 'bearer'
      ? await admission.bearer(bearerOf(entry.request))
      : await admission.open(entry.token, claim, origin, isPassive(endpoint))
  if (actor.temporaryKey && !endpoint.temporaryKey) throw new Failure('passwordChangeRequired')
  if (actor.lacksFactor && !endpoint.beforeSecondFactor) throw new Failure('secondFactorNeeded')
  if (!allowedRoles[endpoint.access].includes(actor.rol)) throw new Failure('forbidden')
  if (actor.lacksConsent && !endpoint.beforeConsent) throw new Failure('consentNeeded')
  if (endpoint.adultsOnly && actor.isMinor) throw new Failure('forbidden')
  const input = await received(entry, actor)
  if (claim === null) return { ...input, origin, actor }
  return { ...input, origin, actor, patient: await admission.reach(actor, claim, origin) }
}

function received(entry: Entry, actor: Actor | null) {
  return entry.endpoint.form ? receiveForm(entry, entry.endpoint.form, actor) : receive(entry.input)
}

/**
 * Begins to read a patient's own record while the database still judges the session, so that both questions travel
 * together. Whoever calls this sends the result only once the session was found alive and its audit row written, and
 * only if it is still the same person's. Null where there is nothing to begin with: calls that change something or
 * are about somebody else, and sessions that this process has not seen yet.
 */
function readEarly(admission: Admission, entry: Entry, handle: (admitted: object) => Promise<unknown>) {
  const { endpoint, claim, origin } = entry
  if (endpoint.method !== 'GET' || endpoint.changesState || endpoint.raw) return null
  if (claim === null && !endpoint.ownRead) return null
  const actor = admission.lastSeen(entry.token)
  if (actor === null || actor.temporaryKey || actor.rol !== 'STANDART_ROLE') return null
  if (claim !== null && claim.patientId !== null && claim.patientId !== actor.id) return null
  const read = async () => {
    const patient = claim === null ? {} : { patient: await admission.reach(actor, claim, origin) }
    return handle({ ...receive(entry.input), origin, actor, ...patient })
  }
  const result = read()
  // Where the session is refused nobody asks any more how this went.
  result.catch(() => {})
  return { actor, result }
}

function isSame(one: Actor, other: Actor): boolean {
  return (
    one.sessionId === other.sessionId &&
    one.id === other.id &&
    one.rol === other.rol &&
    one.documentType === other.documentType &&
    one.temporaryKey === other.temporaryKey
  )
}

// Reading notifications must not keep a session alive by itself.
function isPassive(endpoint: Endpoint): boolean {
  return endpoint.path.startsWith('/notifications')
}

export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-token']
  return typeof header === 'string' && header.length <= 200 ? header : undefined
}

/** The token of the scheduling service, as the `authorization` header carries it. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

// A page, a picture or a prefetch cannot act: only a script of the portal's own calls with these headers.
function refuseNavigation(request: FastifyRequest): void {
  const mode = request.headers['sec-fetch-mode']
  const purpose = request.headers['sec-purpose'] ?? request.headers.purpose
  if (
    mode === 'navigate' ||
    mode === 'no-cors' ||
    (typeof purpose === 'string' && purpose.includes('prefetch'))
  ) {
    throw new Failure('forbidden')
  }
}

function claimOf(endpoint: Endpoint, params: unknown): Claim | null {
  if (!endpoint.patient || !endpoint.action) return null
  const values = isRecord(params) ? params : {}
  const named = endpoint.patient.of === 'param' ? values[endpoint.patient.name] : null
  const object = Object.entries(values)
    .filter(([name]) => endpoint.patient?.of !== 'param' || name !== endpoint.patient.name)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
  return {
    patientId: typeof named === 'number' ? named : null,
    action: endpoint.action,
    object: object || null,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

type Parsed = {
  params: unknown
  query: unknown
  body: unknown
  faults: readonly Fault[]
  /** Why the body says nothing at all. */
  unreadable: Failure | null
}

/** Of a body that may be spelled in several ways, the one that was meant: with the least at fault. */
function meantOf(schema: z.ZodMiniType, issues: readonly z.core.$ZodIssue[]) {
  const [issue] = issues
  if (!(schema instanceof z.ZodMiniUnion) || issue?.code !== 'invalid_union') return { schema, issues }
  const [meant] = schema.def.options
    .map((option, at) => ({ schema: option as z.ZodMiniType, issues: issue.errors[at] ?? [] }))
    .toSorted((one, other) => one.issues.length - other.issues.length)
  return meant ?? { schema, issues }
}

/** One fault for each field, the fields in the form's order. */
function faultsOf(given: z.ZodMiniType, found: readonly z.core.$ZodIssue[]): Fault[] {
  const { schema, issues } = meantOf(given, found)
  const order = schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : []
  const faults = new Map<string, string>()
  const place = (issue: z.core.$ZodIssue) => order.indexOf(String(issue.path[0] ?? ''))
  for (const issue of [...issues].sort((a, b) => place(a) - place(b))) {
    const param = issue.path.map(String).join('.')
    if (!faults.has(param)) faults.set(param, issue.message)
  }
  return [...faults].map(([param, msg]) => ({ msg, ...(param ? { param } : {}) }))
}

function unreadableOf(request: FastifyRequest): Failure | null {
  if (request.isMultipart()) return new Failure('unsupportedBody')
  return request.body instanceof Failure ? request.body : null
}

// Where a rule has no words of its own, those of the library are not fit to show.
const inWords = { error: () => new Failure('invalid').message }

/** Everything at fault, in the order of the row: path, query, body. */
function parse(endpoint: Endpoint, request: FastifyRequest): Parsed {
  const faults: Fault[] = []
  const read = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (!schema) return undefined
    const result = z.safeParse(schema, value, inWords)
    if (result.success) return result.data
    faults.push(...faultsOf(schema, result.error.issues))
    return undefined
  }
  const unreadable = endpoint.body ? unreadableOf(request) : null
  return {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    body: unreadable ? undefined : read(endpoint.body, request.body ?? {}),
    faults,
    unreadable,
  }
}

function receive({ params, query, body, faults, unreadable }: Parsed) {
  if (unreadable) throw unreadable
  if (faults.length > 0) throw new Failure('invalid', { faults })
  return { params, query, body }
}

/** Nothing of a form is read before its caller was let in. */
async function receiveForm(entry: Entry, schema: z.ZodMiniType, actor: Actor | null) {
  const { endpoint, request, input, uploads } = entry
  await uploads.admit(announcedLength(request))
  if (endpoint.files && actor) entry.stash = await uploads.open(actor.id)
  const { stash } = entry
  const { fields, pictures, files } = await readForm(
    request,
    stash ? { stash } : { pictures: endpoint.pictures ?? [] },
  )
  const read = z.safeParse(schema, fields, inWords)
  const faults = read.success ? input.faults : [...input.faults, ...faultsOf(schema, read.error.issues)]
  return { ...receive({ ...input, faults }), form: read.data, pictures, files }
}
