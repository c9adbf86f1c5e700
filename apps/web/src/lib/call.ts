/**
 * The only way from the browser to the server. It sends the session, records activity, closes the session when the
 * server ends it, and repeats a call once the user has confirmed who they are.
 */

import { CallError, readErrorNumber } from '@mi-portal/contract/calls/call-error'
import {
  buildRequest,
  createClient,
  type WireAnswer,
  type WireRequest,
} from '@mi-portal/contract/calls/client'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { closeSession, getCurrentUser, recordActivity, requireConsent } from './session.ts'

/**
 * Calls an endpoint of the contract. Rejects with a `CallError` whose message is the server's, or the caller's
 * `fallback` when the server gave none (no network, a dependency that is down).
 */
export const call = createClient((request, signal) =>
  sendOnce(request, () => sendWithSession(request, (own) => send(own, signal))),
)

/** Creates the same client for a form with files. `onProgress` receives the part that was sent, from 0 to 1. */
export function createUploadClient(onProgress: (progress: number) => void) {
  return createClient((request) =>
    sendOnce(request, () => sendWithSession(request, (own) => sendWithProgress(own, onProgress))),
  )
}

/**
 * Creates a client of the scheduling service, which needs its own short-lived bearer token instead of the session.
 * An expired token is renewed once.
 */
export function createBearerClient(bearer: (renew: boolean) => Promise<string>) {
  return createClient((request, signal) =>
    sendOnce(request, () => sendWithBearer(bearer, request, (own) => send(own, signal))),
  )
}

/**
 * A second activation within this time is a double click; a later one repeats a request that may never be answered.
 */
const doubleClickMs = 1000

/** The last request that changes something, while its answer is pending. */
let pending: { key: string; sentAt: number; answer: Promise<WireAnswer> } | null = null

/**
 * Sends a request that changes something only once when the user activates a button twice, because the second
 * activation may come before the button is disabled. Both get the same answer.
 */
function sendOnce(request: WireRequest, transport: () => Promise<WireAnswer>): Promise<WireAnswer> {
  if (request.method === 'GET') return transport()
  const key = requestKey(request)
  const sentAt = performance.now()
  // After another change the same request is a new one: on, off and on again are three changes.
  if (pending?.key === key && sentAt - pending.sentAt < doubleClickMs) return pending.answer
  const own = { key, sentAt, answer: transport() }
  pending = own
  const forget = () => {
    if (pending === own) pending = null
  }
  own.answer.then(forget, forget)
  return own.answer
}

/**
 * Returns a text that identifies a request: address, headers and content. A file is identified by its name, size
 * and time.
 */
function requestKey({ method, url, headers, body }: WireRequest): string {
  const content =
    body instanceof FormData
      ? [...body].map(([name, value]) =>
          value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
        )
      : body
  return JSON.stringify([method, url, headers, content])
}

async function sendWithBearer<Answer extends { status: number }>(
  bearer: (renew: boolean) => Promise<string>,
  request: WireRequest,
  transport: (request: WireRequest) => Promise<Answer>,
): Promise<Answer> {
  const once = async (renew: boolean) => {
    const authorization = `Bearer ${await bearer(renew)}`
    return transport({ ...request, headers: { ...request.headers, authorization } })
  }
  const answer = await once(false)
  recordConsentRequired(answer)
  return answer.status === 401 ? once(true) : answer
}

/** Records that the server rejects calls until a legal text is accepted. */
function recordConsentRequired(answer: { status: number }) {
  if (answer.status === 403 && 'json' in answer && readErrorNumber(answer.json) === 12) requireConsent()
}

/** Downloads a file of the scheduling service. Rejects with a `CallError` like {@link call}. */
export function fetchFileWithBearer(
  bearer: (renew: boolean) => Promise<string>,
  url: string,
  fallback: string,
): Promise<Blob> {
  return downloadFile(url, fallback, (request, transport) => sendWithBearer(bearer, request, transport))
}

/** Downloads a file of the portal that needs the session. Rejects with a `CallError` like {@link call}. */
export function fetchFile(url: string, fallback: string): Promise<Blob> {
  return downloadFile(url, fallback, sendWithSession)
}

type RequestSender = (
  request: WireRequest,
  transport: (request: WireRequest) => Promise<WireAnswer>,
) => Promise<WireAnswer>

async function downloadFile(url: string, fallback: string, sendRequest: RequestSender): Promise<Blob> {
  const parts: { file?: Blob } = {}
  const path = new URL(url, window.location.origin).pathname
  const answer = await sendRequest({ method: 'GET', url: path, headers: {} }, async (own) => {
    const response = await fetch(own.url, { headers: own.headers, cache: 'no-store' })
    const header = (name: string) => response.headers.get(name)
    if (response.ok) parts.file = await response.blob()
    const json: unknown = response.ok ? {} : await response.json().catch(() => undefined)
    return { status: response.status, header, json }
  }).catch(() => null)
  if (parts.file) return parts.file
  throw CallError.fromWire(answer?.status ?? 0, answer?.json, fallback)
}

async function sendWithSession(
  request: WireRequest,
  transport: (request: WireRequest) => Promise<WireAnswer>,
): Promise<WireAnswer> {
  const token = getCurrentUser()?.token
  if (!token || request.session === 'none') return transport(request)
  const answer = await transport({ ...request, headers: { ...request.headers, 'x-token': token } })
  if (token === getCurrentUser()?.token) {
    if (answer.status === 401) closeSession(readErrorNumber(answer.json) === 3 ? 'elsewhere' : 'expired')
    else if (answer.status === 403) {
      recordConsentRequired(answer)
      // No part of a first visit, whose script it would lengthen.
      if (await (await import('./call-questions.ts')).askUser(answer.json))
        return sendWithSession(request, transport)
    }
    // A passive call must not keep an unattended screen signed in; the server does not count it either.
    else if (answer.status === 200 && request.session !== 'passive') recordActivity()
  }
  return answer
}

/**
 * Follows a stream of server-sent events with the session. Calls back with the name of each event and resolves when
 * the server ends the stream. Rejects with a `CallError` when there is no stream, and with the signal's reason when
 * it is aborted.
 */
export async function followStream(endpoint: Endpoint, onEvent: (name: string) => void, signal: AbortSignal) {
  const token = getCurrentUser()?.token
  const { url, method } = buildRequest(endpoint)
  const answer = await fetch(url, {
    method,
    headers: token ? { 'x-token': token } : {},
    signal,
    cache: 'no-store',
    // A stream stays open; nothing on the page waits for it.
    priority: 'low',
  })
  if (answer.status !== 200 || !answer.body) {
    const json: unknown = await answer.json().catch(() => undefined)
    if (answer.status === 401 && token && token === getCurrentUser()?.token)
      closeSession(readErrorNumber(json) === 3 ? 'elsewhere' : 'expired')
    throw CallError.fromWire(answer.status, json)
  }
  // No part of a first visit, whose script it would lengthen.
  const { createParser } = await import('eventsource-parser')
  const parser = createParser({
    onEvent: ({ event }) => {
      if (event) onEvent(event)
    },
  })
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(value)
  }
}

/** Same as `call`, for a page whose address has its own key: does not send the session and leaves it unchanged. */
export const callWithoutSession = createClient(send)

/** Asks again for an address that an element of the page could not load, because the element does not say why, and returns the error. */
export async function readFailure(url: string, fallback: string, signal: AbortSignal): Promise<CallError> {
  const response = await fetch(url, { signal }).catch(() => null)
  signal.throwIfAborted()
  if (response === null || response.ok) return CallError.fromWire(response?.status ?? 0, null, fallback)
  return CallError.fromWire(response.status, await response.json().catch(() => null), fallback)
}

async function send({ url, method, headers, body }: WireRequest, signal?: AbortSignal): Promise<WireAnswer> {
  // To start a request takes time on a slow phone: the requests of a page must not add up to one long pause. Some browsers cannot yield.
  if (method === 'GET' && typeof globalThis.scheduler?.yield === 'function') await scheduler.yield()
  const response = await fetch(url, { method, headers, body, signal, cache: 'no-cache' })
  const json: unknown = await response.json().catch(() => undefined)
  return { status: response.status, header: (name) => response.headers.get(name), json }
}

// Only XMLHttpRequest reports the upload progress of a body.
function sendWithProgress(
  { url, method, headers, body }: WireRequest,
  onProgress: (progress: number) => void,
) {
  return new Promise<WireAnswer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
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
