/** The browser's one way to the server: sends the session, notes that it is alive, and ends it when the server says so. */
import { createClient, requestOf, type WireAnswer, type WireRequest } from '@mi-portal/contract/client'
import type { Endpoint } from '@mi-portal/contract/endpoint'
import { Failure } from '@mi-portal/contract/failure'
import { awaitConsent, closeSession, currentUser, noteActivity } from './session.ts'

// Reading notices must not keep a forgotten screen signed in; the server does not count these either.
const countsAsActivity = (url: string) => !url.startsWith('/api/notifications')

/**
 * Calls an endpoint of the contract. Rejects with `Failure`: its message is the server's, or the caller's
 * `fallback` where the server gave none (no network, a dependency down).
 */
export const call = createClient((request, signal) => withSession(request, (own) => send(own, signal)))

/** The same for a form with files, telling meanwhile what part of it has left: from 0 to 1. */
export function callSending(onPart: (part: number) => void) {
  return createClient((request) => withSession(request, (own) => sendTelling(own, onPart)))
}

/**
 * A caller of the scheduling service, which takes a short-lived bearer of its own instead of the session. Refused as
 * run out, the bearer is asked for anew, once.
 */
export function callBearing(bearer: (renew: boolean) => Promise<string>) {
  return createClient((request, signal) => withBearer(bearer, request, (own) => send(own, signal)))
}

async function withBearer<Answer extends { status: number }>(
  bearer: (renew: boolean) => Promise<string>,
  request: WireRequest,
  carry: (request: WireRequest) => Promise<Answer>,
): Promise<Answer> {
  const once = async (renew: boolean) => {
    const authorization = `Bearer ${await bearer(renew)}`
    return carry({ ...request, headers: { ...request.headers, authorization } })
  }
  const answer = await once(false)
  noteConsent(answer)
  return answer.status === 401 ? once(true) : answer
}

/** An answer by which the server waits for a legal text to be accepted, whatever was asked. */
function noteConsent(answer: { status: number }) {
  if (answer.status === 403 && 'json' in answer && codeOf(answer.json) === 12) awaitConsent()
}

/** A file of the scheduling service. Rejects with `Failure` like {@link call}. */
export function fetchFileBearing(
  bearer: (renew: boolean) => Promise<string>,
  url: string,
  fallback: string,
): Promise<Blob> {
  return takeFile(url, fallback, (request, carry) => withBearer(bearer, request, carry))
}

/** A file of the portal's that needs the session. Rejects with `Failure` like {@link call}. */
export function fetchFile(url: string, fallback: string): Promise<Blob> {
  return takeFile(url, fallback, withSession)
}

type Bringing = (
  request: WireRequest,
  carry: (request: WireRequest) => Promise<WireAnswer>,
) => Promise<WireAnswer>

async function takeFile(url: string, fallback: string, bring: Bringing): Promise<Blob> {
  const parts: { file?: Blob } = {}
  const path = new URL(url, window.location.origin).pathname
  const answer = await bring({ method: 'GET', url: path, headers: {} }, async (own) => {
    const response = await fetch(own.url, { headers: own.headers, cache: 'no-store' })
    const header = (name: string) => response.headers.get(name)
    if (response.ok) parts.file = await response.blob()
    const json: unknown = response.ok ? {} : await response.json().catch(() => undefined)
    return { status: response.status, header, json }
  }).catch(() => null)
  if (parts.file) return parts.file
  throw Failure.fromWire(answer?.status ?? 0, answer?.json, fallback)
}

async function withSession(request: WireRequest, carry: (request: WireRequest) => Promise<WireAnswer>) {
  const token = currentUser()?.token
  const headers =
    token && !request.url.startsWith('/agenda') ? { ...request.headers, 'x-token': token } : request.headers
  const answer = await carry({ ...request, headers })
  if (request.url.startsWith('/api/') && token && token === currentUser()?.token) {
    if (answer.status === 401) closeSession(codeOf(answer.json) === 3 ? 'elsewhere' : 'expired')
    else if (answer.status === 403) noteConsent(answer)
    else if (answer.status === 200 && countsAsActivity(request.url)) noteActivity()
  }
  return answer
}

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

// What has left of a body only this older way of asking tells.
function sendTelling({ url, method, headers, body }: WireRequest, onPart: (part: number) => void) {
  return new Promise<WireAnswer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new TypeError('no answer'))
    request.onload = () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        json: readJson(request.responseText),
      })
    request.send(body ?? null)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined
}
