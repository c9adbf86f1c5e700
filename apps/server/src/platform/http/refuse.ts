/** The only translator: whatever was thrown becomes the portal's refusal, and nothing internal leaves. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '@mi-portal/contract/failure'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnstorableText } from '../database/fault.ts'
import { describeError, type Logger } from '../logger.ts'
import { apiHeaders } from './headers.ts'

// What Fastify itself refuses before a handler runs.
const byStatus: Record<number, () => Failure> = {
  400: () => new Failure('badJson'),
  413: () => new Failure('tooLarge'),
  415: () => new Failure('unsupportedBody'),
  429: () => new Failure('tooMany'),
  431: () => new Failure('headersTooLarge'),
}

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  )
}

/** The refusal behind an error: its own, Fastify's in our words, or 503 for whatever was not foreseen. */
function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof URIError) return new Failure('notFound')
  if (isFastifyError(error) && error.statusCode !== undefined) {
    const made = byStatus[error.statusCode]
    if (made) return made()
  }
  if (isUnstorableText(error)) return new Failure('invalid')
  return new Failure('unavailable', { cause: error })
}

/** FHIR's word for a kind of refusal (`issue.code`). */
const issueCodes: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  409: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  503: 'transient',
}

/** The refusal as FHIR tells it; the field at fault is the expression of an element. */
function outcomeOf(failure: Failure): object {
  return {
    resourceType: 'OperationOutcome',
    issue: failure.faults.map(({ msg, param }) => ({
      severity: 'error',
      code: issueCodes[failure.status] ?? 'processing',
      diagnostics: msg,
      ...(param === undefined ? {} : { expression: [param] }),
    })),
  }
}

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfter !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(failure.retryAfter))))
  const isFhir = /^\/api\/fhir(\/|\?|$)/.test(reply.request.url)
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type(`application/${isFhir ? 'fhir+json' : 'json'}; charset=utf-8`)
    .serializer(String)
    .send(JSON.stringify(isFhir ? outcomeOf(failure) : failure.toBody()))
}

/** Refuses what could not be read as a call at all: there is no reply to send it with, only the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const failure = new Failure(error.code === 'HPE_HEADER_OVERFLOW' ? 'headersTooLarge' : 'badJson')
  const body = JSON.stringify(failure.toBody())
  const headers = Object.entries({
    ...apiHeaders,
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${headers.join('')}\r\n${body}`,
    () => socket.destroy(),
  )
}

/** Installs the translator, and answers for addresses and methods nobody mounted. */
export function installRefusals(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error)
    if (failure.status >= 500) {
      logger.error(
        { requestId: request.id, route: routeOf(request), ...describeError(failure.cause ?? error) },
        'call failed',
      )
    }
    return sendFailure(reply, failure)
  })
}

/** The pattern of a route, never the address with its ids. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}
