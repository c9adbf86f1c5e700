import {
  type Access,
  type Endpoint,
  fullPath,
  mayNameNotified,
  type Received,
} from '@mi-portal/contract/calls/endpoint'
import { needsConfirmedSession } from '@mi-portal/contract/permissions/confirmed-calls'
import type { RecordMatter } from '@mi-portal/contract/record-matters'
import buildSerializer from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { withNotified } from '../notified.ts'
import type { Actor, Admission, AuthorizedFor, AuthorizedPatient, Service } from './actor.ts'
import { answering } from './answering.ts'
import { admitted, readEntry } from './checks/admission.ts'
import type { Attachment, Uploads } from './forms/attachments.ts'
import type { ReceivedImage } from './forms/images.ts'
import { replySchema } from './openapi/description.ts'

export type EndpointCaller<E extends Endpoint> = E['access'] extends 'public' | 'key'
  ? Record<never, never>
  : E['access'] extends 'service'
    ? { service: Service }
    : { actor: Actor }
type WithImages<E extends Endpoint> = E['form'] extends z.core.$ZodType
  ? { pictures: Readonly<Record<string, ReceivedImage>> }
  : Record<never, never>
type WithFiles<E extends Endpoint> = E['files'] extends true
  ? { files: readonly Attachment[] }
  : Record<never, never>
type WithPatient<E extends Endpoint> = E['patient'] extends { matter: infer Matter extends RecordMatter }
  ? { patient: AuthorizedFor<Matter> }
  : E['patient'] extends { of: string }
    ? { patient: AuthorizedPatient }
    : Record<never, never>

export type Admitted<E extends Endpoint> = Received<E> &
  WithImages<E> &
  WithFiles<E> &
  WithPatient<E> & { request: FastifyRequest; reply: FastifyReply }

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission
    uploads: Uploads
    publishedRevision: () => string
    mounted: Endpoint[]
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const knownAccess: readonly Access[] = ['public', 'key', 'bearer', 'service', 'signedIn', 'patient', 'staff']

// Here endpoints are untyped. The exact types apply where an operation is declared.
type AnyHandler = (context: never) => Promise<unknown>

/** Adds the route of an endpoint. Throws if it declares no access, or names a patient but no action to audit. */
export function mountEndpoint(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler): void {
  assertDeclared(endpoint)
  app.mounted.push(endpoint)
  const work = async (request: FastifyRequest, reply: FastifyReply) => {
    const entry = readEntry(endpoint, request, app.uploads)
    try {
      const context = await admitted(app.admission, entry)
      const handle = () => handler({ ...context, request, reply } as never)
      return await (mayNameNotified(endpoint)
        ? withNotified('actor' in context ? context.actor : null, handle)
        : handle())
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
      : { schema: { response: { 200: {} } }, serializerCompiler: () => makeSerializer(endpoint) }),
    handler: answering(endpoint, work),
  })
}

const serializers = new WeakMap<Endpoint, (answer: unknown) => string>()

/** Returns a serializer that is built at the first response: building all of them would take a fifth of the start-up time. */
function makeSerializer(endpoint: Endpoint): (answer: unknown) => string {
  return (answer) => {
    let write = serializers.get(endpoint)
    if (!write) {
      write = buildSerializer(replySchema(endpoint))
      serializers.set(endpoint, write)
    }
    return write(answer)
  }
}

function assertDeclared(endpoint: Endpoint): void {
  const label = `${endpoint.method} ${endpoint.path}`
  if (!knownAccess.includes(endpoint.access)) throw new Error(`${label} declares no access`)
  // A cached response is stored by proxies and browsers and is sent from memory, without regard to the caller.
  if (endpoint.cache !== undefined && endpoint.access !== 'public')
    throw new Error(`${label} may be cached by shared caches: its access must be "public"`)
  if (endpoint.files && (endpoint.access === 'public' || endpoint.access === 'key' || !endpoint.form))
    throw new Error(`${label} accepts files: it needs a form, and a session whose uploads are counted`)
  if (endpoint.largeBody && (endpoint.access === 'public' || endpoint.access === 'key' || !endpoint.body))
    throw new Error(`${label} takes a large body without a session`)
  if (needsConfirmedSession(endpoint) && !['signedIn', 'patient', 'staff'].includes(endpoint.access))
    throw new Error(`${label} needs a confirmed session: its access must be a session's`)
  if (endpoint.patient) assertPatientDeclared(endpoint, label)
}

function assertPatientDeclared(endpoint: Endpoint, label: string): void {
  if (endpoint.passive) throw new Error(`${label} is about a patient: it must count as use of the session`)
  if (!endpoint.action) throw new Error(`${label} is about a patient and names no action`)
  if (endpoint.patient?.staffToo && endpoint.patient.of === 'param' && !endpoint.permission)
    throw new Error(`${label} lets staff read about patients: it needs a permission`)
  const access = endpoint.patient?.staffToo ? 'signedIn' : 'patient'
  if (endpoint.access !== access)
    throw new Error(`${label} is about a patient: its access must be "${access}"`)
}
