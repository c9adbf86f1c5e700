import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Access, Endpoint } from '@mi-portal/contract/calls/endpoint'
import { needsConfirmedSession } from '@mi-portal/contract/permissions/confirmed-calls'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Actor, Admission, Claim, Origin } from '../actor.ts'
import { getCallerAddress } from '../address.ts'
import type { Stash, Uploads } from '../forms/attachments.ts'
import { announcedLength, readForm } from '../forms/uploads.ts'
import { inWords, type Parsed, parse, parseLargeBody, receive, toFieldErrors } from './input.ts'

const allowedRoles: Record<Access, readonly Actor['rol'][]> = {
  public: [],
  key: [],
  bearer: ['STANDART_ROLE'],
  service: [],
  signedIn: ['STANDART_ROLE', 'ADMIN_ROLE', 'SUPER_ADMIN_ROLE'],
  patient: ['STANDART_ROLE'],
  staff: ['ADMIN_ROLE', 'SUPER_ADMIN_ROLE'],
}

export type Entry = {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly token: string | undefined
  readonly input: Parsed
  readonly origin: Origin
  readonly uploads: Uploads
  stash: Stash | null
  /** Null also if the input is invalid, because then no record is read. */
  readonly claim: Claim | null
}

export function readEntry(endpoint: Endpoint, request: FastifyRequest, uploads: Uploads): Entry {
  if (endpoint.changesState) rejectNavigation(request)
  const input = parse(endpoint, request)
  return {
    endpoint,
    request,
    token: readToken(request),
    input,
    origin: { ip: getCallerAddress(request), requestId: request.id },
    uploads,
    stash: null,
    claim:
      input.fieldErrors.length === 0 && input.unreadable === null ? findClaim(endpoint, input.params) : null,
  }
}

/** Runs the checks in this order: session, role, confirmation, validity of the input, access to the patient. */
export async function admitted(admission: Admission, entry: Entry) {
  const { endpoint, origin, claim } = entry
  if (endpoint.access === 'public' || endpoint.access === 'key')
    return { ...(await received(entry, null)), origin }
  if (endpoint.access === 'service') {
    const service = await admission.service(readBearerToken(entry.request), origin)
    return { ...receive(entry.input), origin, service }
  }
  const actor =
    endpoint.access === 'bearer'
      ? await admission.bearer(readBearerToken(entry.request))
      : await admission.open(entry.token, claim, origin, endpoint.passive ?? false)
  entry.request.accountId = actor.id
  if (actor.temporaryKey && !endpoint.temporaryKey) throw new ApiError('passwordChangeRequired')
  if (actor.lacksFactor && !endpoint.beforeSecondFactor) throw new ApiError('secondFactorNeeded')
  if (!hasRole(actor, endpoint)) throw new ApiError('forbidden')
  if (!hasPermission(actor, endpoint, claim)) throw new ApiError('forbidden')
  if (actor.lacksConsent && !endpoint.beforeConsent) throw new ApiError('consentNeeded')
  if (endpoint.adultsOnly && actor.isMinor) throw new ApiError('forbidden')
  if (needsConfirmedSession(endpoint) && !actor.isConfirmed) throw new ApiError('confirmationNeeded')
  const input = await received(entry, actor)
  await countOpenedPerson(admission, entry, actor, input)
  if (claim === null) return { ...input, origin, actor }
  return { ...input, origin, actor, patient: await admission.authorizePatient(actor, claim, origin) }
}

/** Returns whether the caller's role may call an endpoint. Staff call the scheduling service with a token for one patient. */
function hasRole({ rol, booksFor }: Actor, { access }: Endpoint): boolean {
  return allowedRoles[access].includes(rol) || (access === 'bearer' && booksFor !== undefined)
}

/** Returns whether a member of staff has the endpoint's permission. A call about the caller's own data needs none. */
function hasPermission(actor: Actor, { permission }: Endpoint, claim: Claim | null): boolean {
  if (permission === undefined || !isStaff(actor)) return true
  return claim?.patientId === actor.id || permits(actor.permissions, permission)
}

async function countOpenedPerson(
  admission: Admission,
  { endpoint: { opens, countsInItsRead }, origin }: Entry,
  actor: Actor,
  input: object,
): Promise<void> {
  if (opens === undefined || countsInItsRead || !isStaff(actor)) return
  const { through, field } = typeof opens === 'string' ? { through: null, field: opens } : opens
  const values = Object.values(input).map((part) => (isRecord(part) ? part[field] : undefined))
  const value = values.find((one) => typeof one === 'number')
  if (value === undefined) return
  const id = through === null ? value : await admission.findOpened(through, value)
  // The handler rejects a number of nothing.
  if (id !== null && id !== actor.id) await admission.openPerson(actor, id, origin)
}

async function received(entry: Entry, actor: Actor | null) {
  const { endpoint, request, input } = entry
  if (endpoint.form) return receiveForm(entry, endpoint.form, actor)
  if (endpoint.largeBody && endpoint.body) return receive(await parseLargeBody(endpoint.body, request, input))
  return receive(input)
}

export function readToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-token']
  return typeof header === 'string' && header.length <= 200 ? header : undefined
}

export function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

// Rejects navigations, images and prefetches with 403, so that only a script can call an endpoint that changes data.
function rejectNavigation(request: FastifyRequest): void {
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

function findClaim(endpoint: Endpoint, params: unknown): Claim | null {
  if (!endpoint.patient || !endpoint.action) return null
  const values = isRecord(params) ? params : {}
  const named = endpoint.patient.of === 'param' ? values[endpoint.patient.name] : null
  const object = Object.entries(values)
    .filter(([name]) => endpoint.patient?.of !== 'param' || name !== endpoint.patient.name)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
  return {
    patientId: typeof named === 'number' ? named : null,
    matter: endpoint.patient.of === 'param' ? endpoint.patient.matter : 'whole',
    action: endpoint.action,
    object: object || null,
    beforeConsent: endpoint.beforeConsent ?? false,
    stepUp: needsConfirmedSession(endpoint),
    staffToo: endpoint.patient.staffToo ?? false,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The forms with files that each person is sending. They are in memory until their last byte. */
const formsWithFiles = new Map<number, number>()
const mostFormsWithFiles = 4

async function readFormWithFiles(entry: Entry, personId: number) {
  const sending = formsWithFiles.get(personId) ?? 0
  if (sending >= mostFormsWithFiles) throw new ApiError('tooMany', { retryAfter: 10 })
  formsWithFiles.set(personId, sending + 1)
  try {
    entry.stash = await entry.uploads.open(personId)
    return await readForm(entry.request, { stash: entry.stash })
  } finally {
    const left = (formsWithFiles.get(personId) ?? 1) - 1
    if (left > 0) formsWithFiles.set(personId, left)
    else formsWithFiles.delete(personId)
  }
}

async function receiveForm(entry: Entry, schema: z.ZodMiniType, actor: Actor | null) {
  const { endpoint, request, input, uploads } = entry
  await uploads.admit(announcedLength(request))
  const { fields, pictures, files } =
    endpoint.files && actor
      ? await readFormWithFiles(entry, actor.id)
      : await readForm(request, { pictures: endpoint.pictures ?? [] })
  const read = z.safeParse(schema, fields, inWords)
  const fieldErrors = read.success
    ? input.fieldErrors
    : [...input.fieldErrors, ...toFieldErrors(schema, read.error.issues)]
  return { ...receive({ ...input, fieldErrors }), form: read.data, pictures, files }
}
