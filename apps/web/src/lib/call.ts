/** The browser's one way to the server: sends the session, notes that it is alive, and ends it when the server says so. */
import { createClient, type WireAnswer, type WireRequest } from '@mi-portal/contract/client'
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

/** The same for a page whose address carries a key of its own: sends no session and leaves it as it is. */
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
