/**
 * A scheduling service elsewhere, over HTTP: the calls of `/agenda/…` as the contract has them, with a bearer token for
 * each patient, got for a signed assertion and kept until it is about to end.
 */
import {
  bookingEndpoints,
  bookingMinutes,
  schedulingTokenEndpoints,
  type VisitorToken,
} from '@mi-portal/contract/booking'
import { requestOf, type WireRequest } from '@mi-portal/contract/client'
import type { Endpoint, Reply, Sent } from '@mi-portal/contract/endpoint'
import { examBookingEndpoints } from '@mi-portal/contract/exam-booking'
import { Failure } from '@mi-portal/contract/failure'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Assertions } from '../../platform/security/assertion.ts'
import type { OutsideScheduling, VisitingPatient } from '../../ports/scheduling.ts'

type Settings = {
  /** Before `/agenda/…`, without a slash at its end. */
  readonly url: string
  /** The portal's own address, by which the service knows who asks. */
  readonly issuer: string
  readonly assertions: Assertions
  readonly clock: Clock
  /** Milliseconds for what only reads, and for what changes something. */
  readonly patience?: { readonly read: number; readonly change: number }
}

type Kept = { readonly token: VisitorToken; readonly until: number }

/** Tokens of so many patients are kept; a clinic has fewer at a time, and a new one costs one call. */
const mostTokens = 5_000

export function outsideScheduling(settings: Settings): OutsideScheduling {
  const { url, issuer, assertions, clock, patience = { read: 4_000, change: 8_000 } } = settings
  const tokens = new Map<number, Kept>()

  function isRead(endpoint: Endpoint): boolean {
    // The catalogues of exams are asked for by POST.
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
      throw new Failure('schedulingDown', { cause })
    }
  }

  async function read(answer: Response): Promise<unknown> {
    try {
      return await answer.json()
    } catch (cause) {
      throw new Failure('schedulingDown', { cause })
    }
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    sent: Sent<E>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply<E>> {
    const request = requestOf(endpoint, sent)
    const wait = isRead(endpoint) ? patience.read : patience.change
    const answer = await send({ ...request, headers: { ...request.headers, ...headers } }, wait)
    const body = await read(answer)
    if (answer.status !== 200) throw refusalOf(answer.status, body)
    const parsed = z.safeParse(endpoint.reply, body)
    if (!parsed.success) throw new Failure('schedulingDown', { cause: parsed.error })
    return parsed.data as Reply<E>
  }

  async function tokenOf(patient: VisitingPatient): Promise<VisitorToken> {
    const now = clock.now().getTime()
    const kept = tokens.get(patient.id)
    if (kept !== undefined && kept.until > now) return kept.token
    const assertion = assertions.sign(patient, issuer)
    const token = await call(schedulingTokenEndpoints.visit, { body: { assertion } }, {}).catch(
      (error: unknown) => {
        // The service does not take what this portal signs: nothing that the patient could mend.
        if (error instanceof Failure && error.status === 401)
          throw new Failure('schedulingDown', { cause: error })
        if (error instanceof Failure && error.status === 404) throw new Failure('schedulingStranger')
        throw error
      },
    )
    const oldest = tokens.keys().next().value
    if (tokens.size >= mostTokens && oldest !== undefined) tokens.delete(oldest)
    const lives = Math.min(Date.parse(token.expires_at) - now, bookingMinutes.token * 60_000)
    tokens.set(patient.id, { token, until: now + lives - 30_000 })
    return token
  }

  /** With a token of that patient; once more with a new one where the service takes the kept one no longer. */
  async function withToken<T>(patient: VisitingPatient, work: (bearer: string) => Promise<T>): Promise<T> {
    const { token } = await tokenOf(patient)
    try {
      return await work(`Bearer ${token}`)
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 401) throw error
      tokens.delete(patient.id)
      const fresh = await tokenOf(patient)
      return work(`Bearer ${fresh.token}`).catch((again: unknown) => {
        if (again instanceof Failure && again.status === 401)
          throw new Failure('schedulingDown', { cause: again })
        throw again
      })
    }
  }

  return {
    ask: (as, endpoint, sent, headers = {}) =>
      withToken(as, (authorization) => call(endpoint, sent, { ...headers, authorization })),
    numberOf: async (patient) => (await tokenOf(patient)).patient_id,
    isCancelled: (as, hourId) =>
      withToken(as, async (authorization) => {
        const request = requestOf(bookingEndpoints.calendarFile, { params: { id_appointment: hourId } })
        const answer = await send({ ...request, headers: { authorization } }, patience.read)
        const text = await answer.text().catch(() => '')
        if (answer.status !== 200) throw refusalOf(answer.status, null)
        return /^STATUS:CANCELLED\r?$/m.test(text)
      }),
    indications: async (key) => {
      const request = requestOf(examBookingEndpoints.indicationsFile, { params: { key } })
      const answer = await send(request, patience.read)
      const bytes = await answer.arrayBuffer().catch(() => null)
      if (answer.status === 404) return null
      const isPdf = answer.headers.get('content-type')?.startsWith('application/pdf') === true
      if (answer.status !== 200 || bytes === null || !isPdf) throw new Failure('schedulingDown')
      return new Uint8Array(bytes)
    },
  }
}

/** What the service said no to, in its own words; whatever is no refusal of a patient's call is its being down. */
function refusalOf(status: number, body: unknown): Failure {
  if ([400, 401, 404, 409].includes(status))
    return Failure.fromWire(status, body, 'La agenda no aceptó la solicitud')
  return new Failure('schedulingDown', {
    cause: new Error(`the scheduling service answered ${status}`),
  })
}
