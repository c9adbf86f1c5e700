/**
 * The HTTP client of an external scheduling service. It sends the requests of `/agenda/…` as the contract defines them, with a
 * bearer token for each patient. The token is obtained with a signed assertion and cached until shortly before it expires.
 */

import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { schedulingTokenEndpoints, type VisitorToken } from '@mi-portal/contract/booking/scheduling-token'
import { bookingMinutes } from '@mi-portal/contract/booking/slots'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { buildRequest, type WireRequest } from '@mi-portal/contract/calls/client'
import type { Endpoint, Reply, Sent } from '@mi-portal/contract/calls/endpoint'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { bytesWithin } from '../../platform/external/bytes-within.ts'
import { getReplySchema } from '../../platform/http/openapi/description.ts'
import type { AssertionSigner } from '../../platform/security/assertion.ts'
import type { RemoteScheduling, VisitingPatient } from '../../ports/scheduling.ts'

type Settings = {
  readonly url: string
  readonly sign: AssertionSigner
  readonly clock: Clock
  /** Timeouts in milliseconds of requests that only read, and of requests that change data. */
  readonly timeouts?: { readonly read: number; readonly change: number }
}

type CachedToken = { readonly token: VisitorToken; readonly until: number }

/** The number of cached tokens. A clinic has fewer patients at a time, and a new token costs only one request. */
const mostTokens = 5_000

const mostBytes = 32 * 1024 * 1024

export function createRemoteScheduling(settings: Settings): RemoteScheduling {
  const { url, sign, clock, timeouts = { read: 4_000, change: 8_000 } } = settings
  const tokens = new Map<number, CachedToken>()

  function isRead(endpoint: Endpoint): boolean {
    // The exam catalogues are read by POST.
    return endpoint.method === 'GET' || endpoint.path.startsWith('/agenda/wp-json/')
  }

  async function send(request: WireRequest, wait: number): Promise<Response> {
    const { method, headers, body } = request
    try {
      return await fetch(`${url}${request.url}`, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(wait),
        ...(body === undefined ? {} : { body }),
      })
    } catch (cause) {
      throw new ApiError('schedulingDown', { cause })
    }
  }

  async function read(answer: Response): Promise<unknown> {
    try {
      return JSON.parse(new TextDecoder().decode(await bytesWithin(mostBytes, answer)))
    } catch (cause) {
      throw new ApiError('schedulingDown', { cause })
    }
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    sent: Sent<E>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply<E>> {
    const request = buildRequest(endpoint, sent)
    const wait = isRead(endpoint) ? timeouts.read : timeouts.change
    const answer = await send({ ...request, headers: { ...request.headers, ...headers } }, wait)
    const body = await read(answer)
    if (answer.status !== 200) throw toResponseError(answer.status, body)
    const parsed = z.safeParse(getReplySchema(endpoint), body)
    if (!parsed.success) throw new ApiError('schedulingDown', { cause: parsed.error })
    return parsed.data as Reply<E>
  }

  async function getToken(patient: VisitingPatient): Promise<VisitorToken> {
    const now = clock.now().getTime()
    const cached = tokens.get(patient.id)
    if (cached !== undefined && cached.until > now) return cached.token
    const assertion = await sign(patient)
    const token = await call(schedulingTokenEndpoints.visit, { body: { assertion } }, {}).catch(
      (error: unknown) => {
        // The service does not accept this portal's signature, and the patient can do nothing about it.
        if (error instanceof ApiError && error.status === 401)
          throw new ApiError('schedulingDown', { cause: error })
        if (error instanceof ApiError && error.status === 404) throw new ApiError('schedulingStranger')
        throw error
      },
    )
    const oldest = tokens.keys().next().value
    if (tokens.size >= mostTokens && oldest !== undefined) tokens.delete(oldest)
    const lives = Math.min(Date.parse(token.expires_at) - now, bookingMinutes.token * 60_000)
    tokens.set(patient.id, { token, until: now + lives - 30_000 })
    return token
  }

  async function withToken<T>(patient: VisitingPatient, work: (bearer: string) => Promise<T>): Promise<T> {
    const { token } = await getToken(patient)
    try {
      return await work(`Bearer ${token}`)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      tokens.delete(patient.id)
      const fresh = await getToken(patient)
      return work(`Bearer ${fresh.token}`).catch((again: unknown) => {
        if (again instanceof ApiError && again.status === 401)
          throw new ApiError('schedulingDown', { cause: again })
        throw again
      })
    }
  }

  return {
    ask: (as, endpoint, sent, headers = {}) =>
      withToken(as, (authorization) => call(endpoint, sent, { ...headers, authorization })),
    getPatientNumber: async (patient) => (await getToken(patient)).patient_id,
    isCancelled: (as, appointmentId) =>
      withToken(as, async (authorization) => {
        const request = buildRequest(bookingEndpoints.calendarFile, {
          params: { id_appointment: appointmentId },
        })
        const answer = await send({ ...request, headers: { authorization } }, timeouts.read)
        if (answer.status !== 200) throw toResponseError(answer.status, null)
        const bytes = await bytesWithin(mostBytes, answer).catch(() => new Uint8Array())
        const text = new TextDecoder().decode(bytes)
        return /^STATUS:CANCELLED\r?$/m.test(text)
      }),
    indications: async (key) => {
      const request = buildRequest(examCatalogueEndpoints.indicationsFile, { params: { key } })
      const answer = await send(request, timeouts.read)
      const bytes = await bytesWithin(mostBytes, answer).catch(() => null)
      if (answer.status === 404) return null
      const isPdf = answer.headers.get('content-type')?.startsWith('application/pdf') === true
      if (answer.status !== 200 || bytes === null || !isPdf) throw new ApiError('schedulingDown')
      return bytes
    },
  }
}

/** Returns the service's error with its own message. Any other unexpected status means that the service is down. */
function toResponseError(status: number, body: unknown): ApiError {
  if ([400, 401, 404, 409].includes(status)) {
    const { message, fieldErrors, number } = CallError.fromWire(
      status,
      body,
      'La agenda no aceptó la solicitud',
    )
    return Object.assign(new ApiError('invalid', { msg: message, fieldErrors }), { status, number })
  }
  return new ApiError('schedulingDown', {
    cause: new Error(`the scheduling service answered ${status}`),
  })
}
