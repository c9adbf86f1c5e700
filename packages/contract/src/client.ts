/** The one way to call an endpoint: the web wraps `fetch` in it, the server's tests wrap `inject`. */
import { type Endpoint, fullPath, type Reply, type Sent } from './endpoint.ts'
import { Failure } from './failure.ts'

export type WireRequest = {
  readonly method: string
  /** Path and query, from the server's root. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

export type WireAnswer = {
  readonly status: number
  readonly header: (name: string) => string | null
  /** The parsed body; `undefined` where there is none or it is not JSON. */
  readonly json: unknown
}

/** Carries one request; rejects only when no answer came at all. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireAnswer>

type CallOptions = {
  /** What to show when the answer brings no message of its own («Error server al …»). */
  readonly fallback?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

// A call without anything required may leave its input out.
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

const defaultFallback = 'No se recibió respuesta del servidor'

/** Builds the request of a call; exported for those who need an address without calling it. */
export function requestOf(endpoint: Endpoint, sent: LooseSent = {}): WireRequest {
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(sent.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const url = query.size > 0 ? `${path}?${query}` : path
  if (endpoint.form) return { method: endpoint.method, url, headers: {}, body: sent.form ?? new FormData() }
  if (endpoint.body === undefined) return { method: endpoint.method, url, headers: {} }
  return {
    method: endpoint.method,
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent.body ?? {}),
  }
}

/** A caller over a transport. Throws `Failure` for every refusal and for no answer at all (status 0). */
export function createClient(transport: Transport): Call {
  return async <E extends Endpoint>(endpoint: E, ...[sent, options]: Rest<E>): Promise<Reply<E>> => {
    const request = requestOf(endpoint, sent)
    const fallback = options?.fallback ?? defaultFallback
    let answer: WireAnswer
    try {
      answer = await transport(
        { ...request, headers: { ...request.headers, ...options?.headers } },
        options?.signal,
      )
    } catch (cause) {
      if (options?.signal?.aborted) throw cause
      throw Failure.fromWire(0, undefined, fallback)
    }
    if (answer.status !== 200) {
      const seconds = Number(answer.header('retry-after') ?? Number.NaN)
      throw Failure.fromWire(
        answer.status,
        answer.json,
        fallback,
        Number.isFinite(seconds) ? seconds : undefined,
      )
    }
    if (answer.json === undefined) throw Failure.fromWire(0, undefined, fallback)
    return answer.json as Reply<E>
  }
}
