/** The network's edge in screen tests: what the server says to each endpoint of the contract. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type Endpoint, fullPath, type Reply } from '@mi-portal/contract/endpoint'

/** A call as it left the browser. */
interface RecordedRequest {
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  /** The parsed JSON, or the form as it is. */
  body: unknown
}

type ReplyFunction = (request: RecordedRequest) => unknown

interface MockedEndpoint {
  method: string
  pattern: RegExp
  reply: ReplyFunction
  requests: RecordedRequest[]
}

const endpoints = new Map<string, MockedEndpoint>()
let unmocked: string[] = []

/**
 * Lets an endpoint answer with a reply, a refusal, or what a function makes of the call. Said again it replaces
 * the last answer.
 */
export function mockEndpoint<E extends Endpoint>(
  endpoint: E,
  reply:
    | Reply<E>
    | ApiError
    | ((request: RecordedRequest) => Reply<E> | ApiError | Promise<Reply<E> | ApiError>),
) {
  const pattern = fullPath(endpoint).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  endpoints.set(endpointKey(endpoint), {
    method: endpoint.method,
    pattern: new RegExp(`^${pattern}$`),
    reply: isReplyFunction(reply) ? reply : () => reply,
    requests: [],
  })
}

/** The same for what a test does not care about: whatever the test itself answers counts instead. */
export function mockEndpointByDefault<E extends Endpoint>(endpoint: E, reply: Reply<E>) {
  if (!endpoints.has(endpointKey(endpoint))) mockEndpoint(endpoint, reply)
}

/** Lets a stream answer with what the test writes into it; by default it stays quiet and open. */
export function mockStreamByDefault(endpoint: Endpoint) {
  if (!endpoints.has(endpointKey(endpoint))) mockStream(endpoint)
}

/** Gives back the way to say an event on the newest of the streams, and to end it. */
export function mockStream(endpoint: Endpoint) {
  let newest: ReadableStreamDefaultController<Uint8Array> | undefined
  const open = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          newest = controller
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  endpoints.set(endpointKey(endpoint), {
    method: endpoint.method,
    pattern: new RegExp(`^${fullPath(endpoint)}$`),
    reply: open,
    requests: [],
  })
  return {
    send: (event: string) => newest?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`)),
    end: () => newest?.close(),
  }
}

/** The calls an answered endpoint has received, oldest first. */
export function requestsTo(endpoint: Endpoint): readonly RecordedRequest[] {
  return endpoints.get(endpointKey(endpoint))?.requests ?? []
}

/** Calls for which the test has no answer; they met silence, as without a network. */
export function unmockedRequests(): readonly string[] {
  return unmocked
}

export function resetEndpoints() {
  endpoints.clear()
  unmocked = []
}

function isReplyFunction(reply: unknown): reply is ReplyFunction {
  return typeof reply === 'function'
}

function endpointKey(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`
}

function countParameters(row: MockedEndpoint): number {
  return row.pattern.source.split('(?<').length
}

globalThis.fetch = async (input, init) => {
  const url = new URL(String(input), 'http://portal.test')
  const method = init?.method ?? 'GET'
  // As on the server, an address spelled out comes before one with a parameter in its place.
  const fewestParametersFirst = [...endpoints.values()].sort(
    (one, other) => countParameters(one) - countParameters(other),
  )
  for (const row of fewestParametersFirst) {
    const match = row.method === method ? row.pattern.exec(url.pathname) : null
    if (!match) continue
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body
    const call = {
      params: { ...match.groups },
      query: url.searchParams,
      headers: new Headers(init?.headers),
      body,
    }
    row.requests.push(call)
    return toResponse(await row.reply(call))
  }
  unmocked.push(`${method} ${url.pathname}${url.search}`)
  throw new TypeError('Failed to fetch')
}

/** What tells of its progress asks another way; the answers are the same. */
class FakeXmlHttpRequest {
  readonly upload: { onprogress: ((event: ProgressEvent) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  status = 0
  responseText = ''
  #method = 'GET'
  #url = ''
  #headers: Record<string, string> = {}
  #answered = new Headers()

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  getResponseHeader(name: string) {
    return this.#answered.get(name)
  }
  send(body: FormData | string | null) {
    this.upload.onprogress?.(new ProgressEvent('progress', { loaded: 40, total: 100 }))
    fetch(this.#url, { method: this.#method, headers: this.#headers, body })
      .then(async (response) => {
        this.status = response.status
        this.#answered = response.headers
        this.responseText = await response.text()
        this.onload?.()
      })
      .catch(() => this.onerror?.())
  }
}
Object.assign(globalThis, { XMLHttpRequest: FakeXmlHttpRequest })

function toResponse(reply: unknown): Response {
  if (reply instanceof Response) return reply
  if (reply instanceof Blob) return new Response(reply)
  if (!(reply instanceof ApiError)) return Response.json({ status: 'Ok', ...Object(reply) })
  if (reply.status === 0) throw new TypeError('Failed to fetch')
  const headers = reply.retryAfter === undefined ? undefined : { 'retry-after': String(reply.retryAfter) }
  return Response.json(reply.toBody(), { status: reply.status, headers })
}
