/** A fake server for screen tests: replaces `fetch` and `XMLHttpRequest`, and replies to endpoints of the contract. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type Endpoint, fullPath, type Reply } from '@mi-portal/contract/calls/endpoint'

/** A request as the browser sent it. */
interface RecordedRequest {
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  /** The parsed JSON, or the form data unchanged. */
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

/** Sets the reply of an endpoint: data, an error, or a function. A second call replaces the reply. */
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

export function mockEndpointByDefault<E extends Endpoint>(endpoint: E, reply: Reply<E>) {
  if (!endpoints.has(endpointKey(endpoint))) mockEndpoint(endpoint, reply)
}

/** Opens a stream for an endpoint unless the test has already done so; it stays open and sends nothing. */
export function mockStreamByDefault(endpoint: Endpoint) {
  if (!endpoints.has(endpointKey(endpoint))) mockStream(endpoint)
}

/** Opens a stream for an endpoint. Returns functions that send an event on the newest stream and that end it. */
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

/** Returns the requests that a mocked endpoint has received, oldest first. */
export function requestsTo(endpoint: Endpoint): readonly RecordedRequest[] {
  return endpoints.get(endpointKey(endpoint))?.requests ?? []
}

/** Returns the requests to endpoints without a reply; they failed as without a network. */
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
  // As on the server, a fixed address takes precedence over one with a parameter in the same place.
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

/** Fakes the requests that report their progress; they get the same replies as `fetch`. */
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
