/** The network's edge in screen tests: what the server says to each endpoint of the contract. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type Endpoint, fullPath, type Reply } from '@mi-portal/contract/endpoint'

/** A call as it left the browser. */
interface Asked {
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  /** The parsed JSON, or the form as it is. */
  body: unknown
}

type Answer = (asked: Asked) => unknown

interface Row {
  method: string
  pattern: RegExp
  answer: Answer
  asked: Asked[]
}

const rows = new Map<string, Row>()
let surprises: string[] = []

/**
 * Lets an endpoint answer with a reply, a refusal, or what a function makes of the call. Said again it replaces
 * the last answer.
 */
export function answer<E extends Endpoint>(
  endpoint: E,
  reply: Reply<E> | ApiError | ((asked: Asked) => Reply<E> | ApiError | Promise<Reply<E> | ApiError>),
) {
  const pattern = fullPath(endpoint).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  rows.set(keyOf(endpoint), {
    method: endpoint.method,
    pattern: new RegExp(`^${pattern}$`),
    answer: isAnswer(reply) ? reply : () => reply,
    asked: [],
  })
}

/** The same for what a test does not care about: whatever the test itself answers counts instead. */
export function answerByDefault<E extends Endpoint>(endpoint: E, reply: Reply<E>) {
  if (!rows.has(keyOf(endpoint))) answer(endpoint, reply)
}

/** Lets a stream answer with what the test writes into it; by default it stays quiet and open. */
export function answerStreamByDefault(endpoint: Endpoint) {
  if (!rows.has(keyOf(endpoint))) answerStream(endpoint)
}

/** Gives back the way to say an event on the newest of the streams, and to end it. */
export function answerStream(endpoint: Endpoint) {
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
  rows.set(keyOf(endpoint), {
    method: endpoint.method,
    pattern: new RegExp(`^${fullPath(endpoint)}$`),
    answer: open,
    asked: [],
  })
  return {
    say: (event: string) => newest?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`)),
    end: () => newest?.close(),
  }
}

/** The calls an answered endpoint has received, oldest first. */
export function asked(endpoint: Endpoint): readonly Asked[] {
  return rows.get(keyOf(endpoint))?.asked ?? []
}

/** Calls for which the test has no answer; they met silence, as without a network. */
export function unansweredCalls(): readonly string[] {
  return surprises
}

export function forgetAnswers() {
  rows.clear()
  surprises = []
}

function isAnswer(reply: unknown): reply is Answer {
  return typeof reply === 'function'
}

function keyOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`
}

function parameters(row: Row): number {
  return row.pattern.source.split('(?<').length
}

globalThis.fetch = async (input, init) => {
  const url = new URL(String(input), 'http://portal.test')
  const method = init?.method ?? 'GET'
  // As on the server, an address spelled out comes before one with a parameter in its place.
  const byPlainness = [...rows.values()].sort((one, other) => parameters(one) - parameters(other))
  for (const row of byPlainness) {
    const match = row.method === method ? row.pattern.exec(url.pathname) : null
    if (!match) continue
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body
    const call = {
      params: { ...match.groups },
      query: url.searchParams,
      headers: new Headers(init?.headers),
      body,
    }
    row.asked.push(call)
    return toResponse(await row.answer(call))
  }
  surprises.push(`${method} ${url.pathname}${url.search}`)
  throw new TypeError('Failed to fetch')
}

/** What tells of its progress asks another way; the answers are the same. */
class AnsweredRequest {
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
Object.assign(globalThis, { XMLHttpRequest: AnsweredRequest })

function toResponse(said: unknown): Response {
  if (said instanceof Response) return said
  if (said instanceof Blob) return new Response(said)
  if (!(said instanceof ApiError)) return Response.json({ status: 'Ok', ...Object(said) })
  if (said.status === 0) throw new TypeError('Failed to fetch')
  const headers = said.retryAfter === undefined ? undefined : { 'retry-after': String(said.retryAfter) }
  return Response.json(said.toBody(), { status: said.status, headers })
}
