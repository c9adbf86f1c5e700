/** The HTTP client of a FHIR server. Reads are retried; requests that change data are sent once. */

import type { ApiError } from '@mi-portal/contract/calls/api-error'
import * as z from 'zod/mini'
import type { Platform } from '../../../platform/composition/platform.ts'
import { bytesWithin } from '../../../platform/external/bytes-within.ts'
import { type ClientCredentials, createClientToken } from '../../../platform/external/client-token.ts'
import { createFailureBreaker } from '../../../platform/external/failure-breaker.ts'
import { createTroubleLog } from '../../../platform/external/trouble-log.ts'
import { describeError } from '../../../platform/logger.ts'
import { type Answer, describeCause, down, parseJson, secondsToWait } from './fhir-answers.ts'
import { bundleResource } from './resources.ts'

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | ClientCredentials

/** Milliseconds: timeout of one attempt, pause before the first retry, and how long the circuit breaker stays open. */
export type RequestTimeouts = { readonly attempt: number; readonly pause: number; readonly rest: number }

type FhirClientDependencies = Pick<Platform, 'clock' | 'logger'> & {
  readonly url: string
  readonly credentials: Credentials
  /** Origins besides the server's own from which documents are fetched, without the server's token. */
  readonly documentOrigins: readonly string[]
  readonly timeouts?: RequestTimeouts
}

const ordinary: RequestTimeouts = { attempt: 5_000, pause: 200, rest: 15_000 }
const attempts = 3
const mostBytes = 32 * 1024 * 1024
const mostPages = 60

class Unanswered extends Error {
  readonly wait: number | undefined
  /** Whether the attempt timed out. It is then not retried, because the caller has waited long enough. */
  readonly isLate: boolean
  constructor(message: string, cause?: unknown, wait?: number) {
    super(message, { cause })
    this.wait = wait
    this.isLate = cause instanceof Error && cause.name === 'TimeoutError'
  }
}

export function createFhirClient(dependencies: FhirClientDependencies) {
  const { url, credentials, clock, logger, documentOrigins, timeouts = ordinary } = dependencies
  const base = new URL(`${url}/`)
  const now = () => clock.now().getTime()
  const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

  const logTrouble = createTroubleLog(logger, now)
  const breaker = createFailureBreaker(now, timeouts.rest)

  function assertClosedBreaker(): void {
    const wait = breaker.secondsToWait()
    if (wait !== null) throw down(new Error('no request is sent while the circuit breaker is open'), wait)
  }

  async function send(to: URL | string, init: RequestInit): Promise<Answer> {
    try {
      const answer = await fetch(to, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeouts.attempt),
      })
      // 501 is not temporary: the server does not support the request.
      if (answer.status === 429 || (answer.status >= 500 && answer.status !== 501)) {
        await answer.body?.cancel()
        logTrouble({ status: answer.status }, 'clinical archive: the server is not available')
        const wait = secondsToWait(answer.headers.get('retry-after'), now())
        throw new Unanswered(`the archive answered ${answer.status}`, undefined, wait)
      }
      return {
        status: answer.status,
        type: answer.headers.get('content-type') ?? '',
        etag: answer.headers.get('etag'),
        bytes: await bytesWithin(mostBytes, answer),
      }
    } catch (cause) {
      if (cause instanceof Unanswered) throw cause
      logTrouble(describeError(cause), 'clinical archive: the server did not answer')
      throw new Unanswered('the archive did not answer', cause)
    }
  }

  const clientToken =
    credentials.kind === 'client'
      ? createClientToken(
          credentials,
          now,
          async (to, request) => {
            const answer = await send(to, request)
            if (answer.status !== 200) throw createResponseError(answer, 'token')
            return parseJson(answer)
          },
          () => down(new Error('the answer of the token endpoint contains no token')),
        )
      : null

  function authorization(clientsToken: string | null): Record<string, string> {
    if (clientsToken !== null) return { authorization: `Bearer ${clientsToken}` }
    return credentials.kind === 'token' ? { authorization: `Bearer ${credentials.token}` } : {}
  }

  async function ask(to: URL, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> {
    const getToken = async () => clientToken?.get() ?? null
    const sendWith = (token: string | null) =>
      send(to, { ...init, headers: { ...init.headers, ...authorization(token) } })
    const token = await getToken()
    let answer = await sendWith(token)
    if (answer.status === 401 && token !== null) {
      clientToken?.forget(token)
      answer = await sendWith(await getToken())
    }
    if (answer.status === 401 || answer.status === 403) throw createResponseError(answer, 'access')
    return answer
  }

  function createResponseError(
    answer: Answer,
    what: 'token' | 'access' | 'read' | 'search' | 'patch',
  ): ApiError {
    const { status } = answer
    const redirected = status >= 300 && status < 400 ? { redirect: 'not followed' } : {}
    logTrouble(
      { what, status, ...redirected, ...describeCause(answer) },
      'clinical archive: the server rejected a request',
    )
    return down(new Error(`the archive answered ${status} to a ${what}`))
  }

  async function counted<T>(work: () => Promise<T>): Promise<T> {
    assertClosedBreaker()
    try {
      const result = await work()
      breaker.succeeded()
      return result
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      breaker.failed()
      throw down(error, error.wait)
    }
  }

  /** Returns an address if it is on the server itself, else null. Links of the server to other hosts are never followed. */
  function ownAddress(address: string): URL | null {
    const relative = address.replace(/^\//, '')
    const there = URL.canParse(address) ? new URL(address) : new URL(relative, base)
    // HAPI links the next page as `BASE?_getpages=…`, without a slash after the base.
    const isBelow = there.pathname.startsWith(base.pathname) || `${there.pathname}/` === base.pathname
    return there.origin === base.origin && isBelow && there.username === '' ? there : null
  }

  function isAllowedDocument(address: string): boolean {
    const there = URL.canParse(address) ? new URL(address) : null
    return there !== null && there.username === '' && documentOrigins.includes(there.origin)
  }

  function pauseAfter(error: unknown, attempt: number): number | null {
    if (!(error instanceof Unanswered) || error.isLate || attempt === attempts) return null
    const wait = (error.wait ?? 0) * 1000
    const pause = timeouts.pause * 3 ** (attempt - 1) * (0.75 + Math.random() / 2)
    // If the server asks for a longer pause than a reader would wait, the request is not retried.
    return wait > 2_000 ? null : Math.max(pause, wait)
  }

  async function repeatedly(work: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        const pause = pauseAfter(error, attempt)
        if (pause === null) throw error
        await sleep(pause)
      }
    }
  }

  const get = (address: URL, accept: string) =>
    counted(() => repeatedly(() => ask(address, { method: 'GET', headers: { accept } })))

  const fhirJson = 'application/fhir+json'

  function found(answer: Answer): unknown {
    if (answer.status === 404 || answer.status === 410) return null
    if (answer.status !== 200) throw createResponseError(answer, 'read')
    return parseJson(answer)
  }

  function own(address: string): URL {
    const there = ownAddress(address)
    if (there === null) throw down(new Error('the archive points to another server'))
    return there
  }

  return {
    ownAddress,

    read: async (path: string): Promise<unknown> => found(await get(own(path), fhirJson)),

    history: async (path: string): Promise<readonly unknown[]> => {
      const answer = await get(own(`${path}/_history?_count=20`), fhirJson)
      const read = answer.status === 200 ? z.safeParse(bundleResource, parseJson(answer)) : null
      return read?.success ? (read.data.entry ?? []).map(({ resource }) => resource) : []
    },

    fetch: async (address: string, mediaType: string): Promise<Answer | null> => {
      const answer = await get(own(address), `${mediaType}, ${fhirJson};q=0.5`)
      if (answer.status === 404 || answer.status === 410) return null
      if (answer.status !== 200) throw createResponseError(answer, 'read')
      return answer
    },

    /** Returns whether a document at this address may be fetched. If not, its origin is logged, so that it can be allowed. */
    isReachable: (address: string): boolean => {
      if (ownAddress(address) !== null || isAllowedDocument(address)) return true
      const origin = URL.canParse(address) ? new URL(address).origin : 'not an address'
      logTrouble(
        { origin },
        'clinical archive: a document is at an origin that CLINICAL_ARCHIVE_DOCUMENTS does not list',
      )
      return false
    },

    /** Fetches a document of another origin without the token; null if the address is not allowed, or it is missing or forbidden. */
    fetchDocument: async (address: string, mediaType: string): Promise<Uint8Array | null> => {
      if (!isAllowedDocument(address)) return null
      const headers = { accept: mediaType }
      const answer = await counted(() => repeatedly(() => send(new URL(address), { method: 'GET', headers })))
      if ([403, 404, 410].includes(answer.status)) return null
      if (answer.status !== 200) throw createResponseError(answer, 'read')
      return answer.bytes
    },

    search: async function* (type: string, query: Readonly<Record<string, string>>) {
      let next: URL | null = own(`${type}?${new URLSearchParams(query)}`)
      const seen = new Set<string>()
      while (next !== null) {
        if (seen.has(next.href) || seen.size >= mostPages)
          throw down(new Error('the pages of the archive have no end'))
        seen.add(next.href)
        const answer: Answer = await get(next, fhirJson)
        if (answer.status !== 200) throw createResponseError(answer, 'search')
        const read = z.safeParse(bundleResource, parseJson(answer))
        if (!read.success) throw down(read.error)
        yield (read.data.entry ?? []).map(({ resource }) => resource)
        const following = read.data.link?.find(({ relation }) => relation === 'next')?.url
        next = following === undefined ? null : own(following)
      }
    },

    patch: async (path: string, version: string, operations: readonly object[]): Promise<number> =>
      counted(async () => {
        const answer = await ask(own(path), {
          method: 'PATCH',
          headers: {
            accept: fhirJson,
            'content-type': 'application/json-patch+json',
            'if-match': `W/"${version}"`,
          },
          body: JSON.stringify(operations),
        })
        if (answer.status >= 300) createResponseError(answer, 'patch')
        return answer.status
      }),
  }
}

export type FhirClient = ReturnType<typeof createFhirClient>
