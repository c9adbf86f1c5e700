/** The only way to call an endpoint. The web wraps `fetch` in it, the server's tests wrap `inject`. */

import { CallError } from './call-error.ts'
import { type Endpoint, fullPath, type Reply, type Sent } from './endpoint.ts'

export type WireRequest = {
  readonly method: string
  /** Path and query, starting at the server's root. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
  /** `none`: the session is not sent. `passive`: the call does not count as use of the session. */
  readonly session?: 'none' | 'passive'
}

export type WireAnswer = {
  readonly status: number
  readonly header: (name: string) => string | null
  /** The parsed body; `undefined` when there is none or it is not JSON. */
  readonly json: unknown
}

/** Sends one request. Rejects only when no answer came. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireAnswer>

type CallOptions = {
  /** The message to show when the answer has none («Error server al …»). */
  readonly fallback?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

// A call without required input may omit the input.
type Rest<E extends Endpoint> =
  Record<never, never> extends Sent<E>
    ? [sent?: Sent<E>, options?: CallOptions]
    : [sent: Sent<E>, options?: CallOptions]

export type Call = <E extends Endpoint>(endpoint: E, ...rest: Rest<E>) => Promise<Reply<E>>

type LooseSent = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: FormData
}

function getSession({ root, passive }: Endpoint): Pick<WireRequest, 'session'> {
  if (root) return { session: 'none' }
  return passive ? { session: 'passive' } : {}
}

/** Builds the request of a call. Exported for code that needs an address without calling it. */
export function buildRequest(endpoint: Endpoint, sent: LooseSent = {}): WireRequest {
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(sent.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const url = query.size > 0 ? `${path}?${query}` : path
  const request = { method: endpoint.method, url, headers: {}, ...getSession(endpoint) }
  if (endpoint.form) return { ...request, body: sent.form ?? new FormData() }
  if (endpoint.body === undefined) return request
  return {
    ...request,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent.body ?? {}),
  }
}

/**
 * Creates a client over a transport. The client throws a `CallError` for each rejection, and for no answer (status
 * 0).
 */
export function createClient(transport: Transport): Call {
  return async <E extends Endpoint>(endpoint: E, ...[sent, options]: Rest<E>): Promise<Reply<E>> => {
    const request = buildRequest(endpoint, sent)
    const fallback = options?.fallback
    let answer: WireAnswer
    try {
      answer = await transport(
        { ...request, headers: { ...request.headers, ...options?.headers } },
        options?.signal,
      )
    } catch (cause) {
      if (options?.signal?.aborted) throw cause
      throw CallError.fromWire(0, undefined, fallback)
    }
    if (answer.status !== 200) {
      const seconds = Number(answer.header('retry-after') ?? Number.NaN)
      throw CallError.fromWire(
        answer.status,
        answer.json,
        fallback,
        Number.isFinite(seconds) ? seconds : undefined,
      )
    }
    if (answer.json === undefined) throw CallError.fromWire(0, undefined, fallback)
    return answer.json as Reply<E>
  }
}
