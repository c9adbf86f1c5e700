/**
 * The HTTP client of an image archive that speaks DICOMweb: authentication, timeouts, a limit of concurrent requests, and a circuit
 * breaker after several failures. Each request goes to the configured address: addresses in answers are never used, and
 * redirects are not followed.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Clock } from '../../platform/clock.ts'
import { type ClientCredentials, createClientToken } from '../../platform/external/client-token.ts'
import { createFailureBreaker } from '../../platform/external/failure-breaker.ts'
import { createTroubleLog } from '../../platform/external/trouble-log.ts'
import { describeError, type Logger } from '../../platform/logger.ts'

export type ArchiveCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | ClientCredentials

/** Milliseconds: until an answer begins, between two pieces of it, and how long the circuit breaker stays open. */
export type ImageTimeouts = { readonly answer: number; readonly piece: number; readonly rest: number }

type ArchiveClientDependencies = {
  /** The base address of DICOMweb, without a slash at its end. */
  readonly url: string
  readonly credentials: ArchiveCredentials
  readonly clock: Clock
  readonly logger: Logger
  readonly timeouts?: ImageTimeouts | undefined
}

const ordinary: ImageTimeouts = { answer: 15_000, piece: 15_000, rest: 15_000 }

/** Requests that one server of the portal sends at the same time. Others wait, up to {@link mostWaiting}. */
const mostConcurrent = 12
const mostWaiting = 300

/** An answer whose bytes are read with {@link ArchiveAnswer.chunks} or not at all. */
export type ArchiveAnswer = {
  readonly status: number
  readonly type: string
  /** Yields the bytes. Throws if they are more than `most` or stop arriving. */
  readonly chunks: (most: number) => AsyncGenerator<Uint8Array>
  readonly discard: () => void
}

/** The archive did not answer, or said that it cannot answer for now. */
class Unanswered extends Error {}

export function imagesDown(cause: unknown, retryAfter?: number): ApiError {
  return new ApiError('imagesDown', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
}

/** Lets `most` tasks run at a time. Returns a function that waits for its turn and resolves with a function that ends it. */
function createTurns(most: number, mostToWait: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const end = () => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  const once = () => {
    let hasEnded = false
    return () => {
      if (!hasEnded) end()
      hasEnded = true
    }
  }
  return async (): Promise<() => void> => {
    if (running < most) {
      running += 1
      return once()
    }
    if (waiting.length >= mostToWait)
      throw imagesDown(new Error('too many requests wait for the image archive'), 2)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return once()
  }
}

export function createArchiveClient(dependencies: ArchiveClientDependencies) {
  const { url, credentials, clock, logger, timeouts = ordinary } = dependencies
  const now = () => clock.now().getTime()
  const logTrouble = createTroubleLog(logger, now)
  const breaker = createFailureBreaker(now, timeouts.rest)
  const takeTurn = createTurns(mostConcurrent, mostWaiting)

  function failed(cause: unknown): Unanswered {
    logTrouble(describeError(cause), 'image archive: the server did not answer')
    return new Unanswered('the image archive did not answer', { cause })
  }

  /** Sends a request. `end` is called once when the answer was read or given up. */
  async function send(to: string, init: RequestInit, end: () => void): Promise<ArchiveAnswer> {
    const abort = new AbortController()
    const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => abort.abort(new Error('timeout')), milliseconds)
      try {
        return await work
      } finally {
        clearTimeout(timer)
      }
    }
    const discard = () => {
      abort.abort()
      end()
    }
    let answer: Response
    try {
      const sent = fetch(to, { ...init, redirect: 'manual', signal: abort.signal })
      answer = await within(timeouts.answer, sent)
    } catch (cause) {
      throw failed(cause)
    }
    // 500 can be about one damaged image, so only these statuses say that the archive as a whole is not available.
    if ([429, 502, 503, 504].includes(answer.status)) {
      discard()
      logTrouble({ status: answer.status }, 'image archive: the server is not available')
      throw new Unanswered(`the image archive answered ${answer.status}`)
    }
    const reader = answer.body?.getReader()
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      discard,
      async *chunks(most) {
        let length = 0
        try {
          while (reader !== undefined) {
            const { done, value } = await within(timeouts.piece, reader.read())
            if (done) return
            length += value.length
            if (length > most) throw new Error(`the answer has more than ${most} bytes`)
            yield value
          }
        } catch (cause) {
          breaker.failed()
          throw imagesDown(failed(cause))
        } finally {
          discard()
        }
      },
    }
  }

  const clientToken =
    credentials.kind === 'client'
      ? createClientToken(
          credentials,
          now,
          async (to, request) => {
            const answer = await send(to, request, () => undefined)
            if (answer.status !== 200) throw createRejection(answer, 'token')
            return jsonOf(answer, 64 * 1024)
          },
          () => imagesDown(new Error('the answer of the token endpoint contains no token')),
        )
      : null

  async function authorization(): Promise<Record<string, string>> {
    if (clientToken !== null) return { authorization: `Bearer ${await clientToken.get()}` }
    if (credentials.kind !== 'basic') return {}
    const pair = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')
    return { authorization: `Basic ${pair}` }
  }

  /** Logs why the archive rejected a request, and returns the error for the caller. */
  function createRejection(answer: ArchiveAnswer, what: string): ApiError {
    answer.discard()
    logTrouble({ what, status: answer.status }, 'image archive: the server rejected a request')
    return imagesDown(new Error(`the image archive answered ${answer.status} to a ${what}`))
  }

  async function ask(path: string, accept: string, isSecond = false): Promise<ArchiveAnswer> {
    const end = await takeTurn()
    try {
      const headers = { accept, ...(await authorization()) }
      const answer = await send(`${url}/${path}`, { headers }, end)
      if (answer.status === 401 && clientToken !== null && !isSecond) {
        answer.discard()
        clientToken.forget()
        return await ask(path, accept, true)
      }
      if (answer.status === 401 || answer.status === 403) throw createRejection(answer, 'access')
      if (answer.status >= 300 && answer.status < 400) throw createRejection(answer, 'redirect')
      return answer
    } catch (error) {
      end()
      throw error
    }
  }

  return {
    createRejection,

    /** Sends a GET below the base address. The caller reads the answer or discards it. */
    get: async (path: string, accept: string): Promise<ArchiveAnswer> => {
      const wait = breaker.secondsToWait()
      if (wait !== null)
        throw imagesDown(new Error('no request is sent while the circuit breaker is open'), wait)
      try {
        const answer = await ask(path, accept)
        breaker.succeeded()
        return answer
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error
        breaker.failed()
        throw imagesDown(error)
      }
    },
  }
}

/** Reads an answer of at most `most` bytes as JSON. An empty answer is undefined. */
export async function jsonOf(answer: ArchiveAnswer, most: number): Promise<unknown> {
  const pieces: Uint8Array[] = []
  for await (const piece of answer.chunks(most)) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw imagesDown(cause)
  }
}
