/**
 * Turns the endpoints of the contract into routes: authorizes the caller, parses the input, runs the handler, sends its reply.
 */

import { ApiError, type Fault } from '@mi-portal/contract/api-error'
import type { Access, Endpoint, EndpointTable, Received, Reply } from '@mi-portal/contract/endpoint'
import { fullPath } from '@mi-portal/contract/endpoint'
import buildSerializer from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Actor, Admission, AuthorizedPatientId, Claim, Origin, Service } from './actor.ts'
import { addressOf } from './address.ts'
import { answering } from './answering.ts'
import type { Attachment, Stash, Uploads } from './forms/attachments.ts'
import type { ReceivedPicture } from './forms/pictures.ts'
import { announcedLength, readForm } from './forms/uploads.ts'
import { replySchema } from './openapi/description.ts'

type WithActor<E extends Endpoint> = E['access'] extends 'public' | 'key'
  ? Record<never, never>
  : E['access'] extends 'service'
    ? { service: Service }
    : { actor: Actor }
type WithPictures<E extends Endpoint> = E['form'] extends z.core.$ZodType
  ? { pictures: Readonly<Record<string, ReceivedPicture>> }
  : Record<never, never>
type WithFiles<E extends Endpoint> = E['files'] extends true
  ? { files: readonly Attachment[] }
  : Record<never, never>
type WithPatient<E extends Endpoint> = E['patient'] extends { of: string }
  ? { patient: AuthorizedPatientId }
  : Record<never, never>

/** What a handler receives: its parsed input, the caller, and proof of access if the endpoint declares a patient. */
type Context<E extends Endpoint> = Received<E> &
  WithActor<E> &
  WithPictures<E> &
  WithFiles<E> &
  WithPatient<E> & { origin: Origin; request: FastifyRequest; reply: FastifyReply }

type Handler<E extends Endpoint> = (
  context: Context<E>,
) => Promise<E['raw'] extends true ? unknown : Reply<E>>

/** One handler for every endpoint of the table. */
type Handlers<T extends EndpointTable> = { readonly [K in keyof T]: Handler<T[K]> }

declare module 'fastify' {
  interface FastifyInstance {
    /** Authenticates and authorizes requests. The app sets it before any route is mounted. */
    admission: Admission
    /** Stores uploaded files. The app sets it like `admission`. */
    uploads: Uploads
    /** Every mounted endpoint, for the API description and for tests of all endpoints. */
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

/** Adds a route for every endpoint. Throws if an endpoint declares no access, or names a patient but no action to audit. */
export function mount<T extends EndpointTable>(app: FastifyInstance, table: T, handlers: Handlers<T>): void {
  for (const [name, endpoint] of Object.entries(table)) {
    const handler = handlers[name]
    if (!handler) throw new Error(`${endpoint.method} ${endpoint.path} has no handler`)
    mountRow(app, endpoint, handler)
  }
}

// Inside this file endpoints are untyped. The exact types apply where the table and its handlers are passed to `mount`.
type AnyHandler = (context: never) => Promise<unknown>

function mountRow(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler): void {
  assertDeclared(endpoint)
  app.mounted.push(endpoint)
  const work = async (request: FastifyRequest, reply: FastifyReply) => {
    const entry = entryOf(endpoint, request, app.uploads)
    try {
      const context = await admitted(app.admission, entry)
      return await handler({ ...context, request, reply } as never)
    } finally {
      // If the request was rejected for any reason, its uploaded files are deleted.
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
    handler: answering(endpoint, work),
  })
}

/** Returns a serializer that is built at the first response: building all of them would take a fifth of the start-up time. */
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
  // A cached response is stored by proxies and browsers and is sent from memory, without regard to the caller.
  if (endpoint.cache !== undefined && endpoint.access !== 'public')
    throw new Error(`${label} may be kept by everybody: its access must be "public"`)
  if (endpoint.files && (endpoint.access === 'public' || endpoint.access === 'key' || !endpoint.form))
    throw new Error(`${label} takes files: it needs a form, and a session to count them against`)
  if (endpoint.patient && endpoint.passive)
    throw new Error(`${label} is about a patient: it is a use of the session`)
  if (endpoint.patient && !endpoint.action) throw new Error(`${label} is about a patient and names no action`)
  const access = endpoint.patient?.staffToo ? 'signedIn' : 'patient'
  if (endpoint.patient && endpoint.access !== access)
    throw new Error(`${label} is about a patient: its access must be "${access}"`)
}

/** A request while it is checked. */
type Entry = {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly token: string | undefined
  readonly input: Parsed
  readonly origin: Origin
  readonly uploads: Uploads
  /** Stores the files of the request's form; null until the form is read. */
  stash: Stash | null
  /** Null also if the input is invalid, because then no record is read. */
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

/** Runs the checks in this order: session, role, validity of the input, access to the patient. */
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
      : await admission.open(entry.token, claim, origin, endpoint.passive ?? false)
  entry.request.accountId = actor.id
  if (actor.temporaryKey && !endpoint.temporaryKey) throw new ApiError('passwordChangeRequired')
  if (actor.lacksFactor && !endpoint.beforeSecondFactor) throw new ApiError('secondFactorNeeded')
  if (!allowedRoles[endpoint.access].includes(actor.rol)) throw new ApiError('forbidden')
  if (actor.lacksConsent && !endpoint.beforeConsent) throw new ApiError('consentNeeded')
  if (endpoint.adultsOnly && actor.isMinor) throw new ApiError('forbidden')
  const input = await received(entry, actor)
  if (claim === null) return { ...input, origin, actor }
  return { ...input, origin, actor, patient: await admission.reach(actor, claim, origin) }
}

function received(entry: Entry, actor: Actor | null) {
  return entry.endpoint.form ? receiveForm(entry, entry.endpoint.form, actor) : receive(entry.input)
}

export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-token']
  return typeof header === 'string' && header.length <= 200 ? header : undefined
}

/** Returns the bearer token of the `authorization` header. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

// Rejects navigations, images and prefetches with 403, so that only a script can call an endpoint that changes data.
function refuseNavigation(request: FastifyRequest): void {
  const mode = request.headers['sec-fetch-mode']
  const purpose = request.headers['sec-purpose'] ?? request.headers.purpose
  if (
    mode === 'navigate' ||
    mode === 'no-cors' ||
    (typeof purpose === 'string' && purpose.includes('prefetch'))
  ) {
    throw new ApiError('forbidden')
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
    beforeConsent: endpoint.beforeConsent ?? false,
    staffToo: endpoint.patient.staffToo ?? false,
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
  /** The error of a body that could not be read at all. */
  unreadable: ApiError | null
}

/** Returns, for a body with several alternative schemas, the alternative with the fewest errors: probably the intended one. */
function meantOf(schema: z.ZodMiniType, issues: readonly z.core.$ZodIssue[]) {
  const [issue] = issues
  if (!(schema instanceof z.ZodMiniUnion) || issue?.code !== 'invalid_union') return { schema, issues }
  const [meant] = schema.def.options
    .map((option, at) => ({ schema: option as z.ZodMiniType, issues: issue.errors[at] ?? [] }))
    .toSorted((one, other) => one.issues.length - other.issues.length)
  return meant ?? { schema, issues }
}

/** Returns one error for each field, in the order of the schema. */
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

function unreadableOf(request: FastifyRequest): ApiError | null {
  if (request.isMultipart()) return new ApiError('unsupportedBody')
  return request.body instanceof ApiError ? request.body : null
}

// The message for rules without one: the library's messages are not fit to show to people.
const inWords = { error: () => new ApiError('invalid').message }

/** Parses the input of a request and collects all errors, in the order path, query, body. */
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
  if (faults.length > 0) throw new ApiError('invalid', { faults })
  return { params, query, body }
}

/** Reads and parses a form. It is called only after the caller was authenticated. */
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
