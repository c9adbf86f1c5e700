/**
 * The HTTP client of an image archive that speaks DICOMweb: authentication, timeouts, a limit of concurrent requests, and a circuit breaker
 * after several failures. Each request goes to the configured address: addresses in answers are never used, and redirects are not followed.
 */

import type { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Platform } from '../../platform/composition/platform.ts'
import { type ClientCredentials, createClientToken } from '../../platform/external/client-token.ts'
import { createFailureBreaker } from '../../platform/external/failure-breaker.ts'
import { createTroubleLog } from '../../platform/external/trouble-log.ts'
import { describeError } from '../../platform/logger.ts'
import { imagesDown } from './images-down.ts'
import { createTurns, unwantedAnswer } from './turns.ts'

type ArchiveCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | ClientCredentials

/** Times in milliseconds. */
export type ImageTimeouts = {
  /** Until an answer begins. */
  readonly answer: number
  /** Between two pieces of an answer. */
  readonly piece: number
  /** Until the reader takes a piece. The request of a reader who does not is ended. */
  readonly reader: number
  /** Until a waiting request is sent. */
  readonly turn: number
  /** How long the circuit breaker stays open. */
  readonly rest: number
}

export type ArchiveClientDependencies = Pick<Platform, 'clock' | 'logger'> & {
  readonly url: string
  readonly credentials: ArchiveCredentials
  readonly timeouts?: Partial<ImageTimeouts> | undefined
}

const ordinary: ImageTimeouts = { answer: 15_000, piece: 15_000, reader: 30_000, turn: 15_000, rest: 15_000 }

/**
 * Requests that one server of the portal sends at the same time, and those that may wait. Files of up to 2 GB have turns of their
 * own, because a slow reader keeps a turn for minutes. The files of a study are read one after another, so that other downloads
 * must not take the turn of the next file.
 */
const most = { running: 12, waiting: 300, originals: 4, studies: 8 } as const

export type ArchiveAnswer = {
  readonly status: number
  readonly type: string
  readonly warning: string
  /** Aborted if the reader went away or stalled. Bytes that were not read yet are then worthless. */
  readonly broken: AbortSignal
  readonly chunks: (mostBytes: number) => AsyncGenerator<Uint8Array>
  readonly discard: () => void
}

class Unanswered extends Error {}

export type RequestOptions = {
  readonly turns?: 'images' | 'originals' | 'studies'
  readonly signal?: AbortSignal | undefined
}

function assertAtMost(most: number, bytes: number): void {
  if (bytes > most) throw new Error(`the answer has more than ${most} bytes`)
}

/** `limit` starts a timer in place of the one before. `breakOff` ends a request whose reader went away or stalled, as the signal does. */
function createRequestEnd(end: () => void, signal: AbortSignal | undefined) {
  const request = new AbortController()
  const broken = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const discard = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', breakOff)
    request.abort()
    end()
  }
  const breakOff = () => {
    broken.abort()
    discard()
  }
  signal?.addEventListener('abort', breakOff)
  const limit = (milliseconds: number, onLate: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(onLate, milliseconds)
  }
  return { request, broken, limit, breakOff, discard }
}

export function createArchiveClient(dependencies: ArchiveClientDependencies) {
  const { url, credentials, clock, logger } = dependencies
  const timeouts = { ...ordinary, ...dependencies.timeouts }
  const now = () => clock.now().getTime()
  const logTrouble = createTroubleLog(logger, now)
  const breaker = createFailureBreaker(now, timeouts.rest)
  const turns = {
    images: createTurns(
      { running: most.running, waiting: most.waiting, wait: timeouts.turn },
      'images and lists',
    ),
    originals: createTurns({ running: most.originals, waiting: 0, wait: 0 }, 'original files'),
    studies: createTurns({ running: most.studies, waiting: most.studies, wait: timeouts.turn }, 'studies'),
  }

  function failed(cause: unknown): Unanswered {
    logTrouble(describeError(cause), 'image archive: the server did not answer')
    return new Unanswered('the image archive did not answer', { cause })
  }

  /** `end` is called once, when the answer was read or given up. The signal, or a reader who takes no bytes, ends the request too. */
  async function send(
    to: string,
    init: RequestInit,
    end: () => void,
    signal?: AbortSignal,
  ): Promise<ArchiveAnswer> {
    if (signal?.aborted) throw unwantedAnswer()
    const { request, broken, limit, breakOff, discard } = createRequestEnd(end, signal)
    const onSilence = () => request.abort(new Error('timeout'))
    let answer: Response
    try {
      limit(timeouts.answer, onSilence)
      answer = await fetch(to, { ...init, redirect: 'manual', signal: request.signal })
    } catch (cause) {
      discard()
      throw broken.signal.aborted ? unwantedAnswer() : failed(cause)
    }
    // 500 can be about one damaged image, so only these statuses say that the archive as a whole is not available.
    if ([429, 502, 503, 504].includes(answer.status)) {
      discard()
      logTrouble({ status: answer.status }, 'image archive: the server is not available')
      throw new Unanswered(`the image archive answered ${answer.status}`)
    }
    const reader = answer.body?.getReader()
    limit(timeouts.reader, breakOff)
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      warning: answer.headers.get('warning') ?? '',
      broken: broken.signal,
      discard,
      async *chunks(mostBytes) {
        let length = 0
        try {
          while (reader !== undefined) {
            limit(timeouts.piece, onSilence)
            const { done, value } = await reader.read()
            if (done) return
            length += value.length
            assertAtMost(mostBytes, length)
            limit(timeouts.reader, breakOff)
            yield value
          }
        } catch (cause) {
          if (broken.signal.aborted) throw unwantedAnswer()
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
            return readJson(answer, 64 * 1024)
          },
          () => imagesDown(new Error('the answer of the token endpoint contains no token')),
        )
      : null

  function authorization(token: string | null): Record<string, string> {
    if (token !== null) return { authorization: `Bearer ${token}` }
    if (credentials.kind !== 'basic') return {}
    const pair = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')
    return { authorization: `Basic ${pair}` }
  }

  function createRejection(answer: ArchiveAnswer, what: string): ApiError {
    answer.discard()
    logTrouble({ what, status: answer.status }, 'image archive: the server rejected a request')
    return imagesDown(new Error(`the image archive answered ${answer.status} to a ${what}`))
  }

  async function ask(
    path: string,
    accept: string,
    options: RequestOptions,
    isSecond = false,
  ): Promise<ArchiveAnswer> {
    const end = await turns[options.turns ?? 'images'](options.signal)
    try {
      const token = clientToken === null ? null : await clientToken.get()
      const headers = { accept, ...authorization(token) }
      const answer = await send(`${url}/${path}`, { headers }, end, options.signal)
      if (answer.status === 401 && clientToken !== null && token !== null && !isSecond) {
        answer.discard()
        clientToken.forget(token)
        return await ask(path, accept, options, true)
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

    get: async (path: string, accept: string, options: RequestOptions = {}): Promise<ArchiveAnswer> => {
      const wait = breaker.secondsToWait()
      if (wait !== null)
        throw imagesDown(new Error('no request is sent while the circuit breaker is open'), wait)
      try {
        const answer = await ask(path, accept, options)
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

export async function readJson(answer: ArchiveAnswer, mostBytes: number): Promise<unknown> {
  const pieces: Uint8Array[] = []
  for await (const piece of answer.chunks(mostBytes)) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw imagesDown(cause)
  }
}
