/** The browser's one way to the server: sends the session, notes that it is alive, and ends it when the server says so. */
import { createClient, requestOf, type WireAnswer, type WireRequest } from '@mi-portal/contract/client'
import type { Endpoint } from '@mi-portal/contract/endpoint'
import { Failure } from '@mi-portal/contract/failure'
import { closeSession, currentUser, noteActivity } from './session.ts'

// Reading notices must not keep a forgotten screen signed in; the server does not count these either.
const countsAsActivity = (url: string) => !url.startsWith('/api/notifications')

/**
 * Calls an endpoint of the contract. Rejects with `Failure`: its message is the server's, or the caller's
 * `fallback` where the server gave none (no network, a dependency down).
 */
export const call = createClient(async (request, signal): Promise<WireAnswer> => {
  const token = currentUser()?.token
  const headers =
    token && !request.url.startsWith('/agenda') ? { ...request.headers, 'x-token': token } : request.headers
  const answer = await send({ ...request, headers }, signal)
  if (request.url.startsWith('/api/') && token && token === currentUser()?.token) {
    if (answer.status === 401) closeSession(codeOf(answer.json) === 3 ? 'elsewhere' : 'expired')
    else if (answer.status === 200 && countsAsActivity(request.url)) noteActivity()
  }
  return answer
})

/**
 * Follows a stream of server-sent events under the session: calls back with the name of each and resolves when the server
 * ends it. Rejects with `Failure` where there is no stream, and with the signal's reason once it is aborted.
 */
export async function follow(endpoint: Endpoint, onEvent: (name: string) => void, signal: AbortSignal) {
  const token = currentUser()?.token
  const { url, method } = requestOf(endpoint)
  const answer = await fetch(url, {
    method,
    headers: token ? { 'x-token': token } : {},
    signal,
    cache: 'no-store',
  })
  if (answer.status !== 200 || !answer.body) {
    const json: unknown = await answer.json().catch(() => undefined)
    if (answer.status === 401 && token && token === currentUser()?.token)
      closeSession(codeOf(json) === 3 ? 'elsewhere' : 'expired')
    throw Failure.fromWire(answer.status, json, 'No se recibió respuesta del servidor')
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const name = /^event: (\w+)$/m.exec(event)?.[1]
      if (name) onEvent(name)
    }
  }
}

/** `call` for a page whose address carries a key of its own: sends no session and leaves it as it is. */
export const callWithKey = createClient(send)

async function send({ url, method, headers, body }: WireRequest, signal?: AbortSignal): Promise<WireAnswer> {
  const response = await fetch(url, { method, headers, body, signal, cache: 'no-cache' })
  const json: unknown = await response.json().catch(() => undefined)
  return { status: response.status, header: (name) => response.headers.get(name), json }
}

function codeOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined
}
