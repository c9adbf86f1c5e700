/** Translates every thrown error into a response of the portal, so that no internal details leave the server. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ApiErrorCode } from '@mi-portal/contract/calls/api-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnstorableText } from '../database/constraint-errors.ts'
import { describeError, type Logger } from '../logger.ts'
import { apiHeaders } from './headers.ts'

// The statuses with which Fastify and its plugins reject a request. A path that the file server forbids becomes 404.
const codeByStatus: Readonly<Record<number, ApiErrorCode>> = {
  403: 'notFound',
  404: 'notFound',
  405: 'methodNotAllowed',
  412: 'preconditionFailed',
  413: 'tooLarge',
  415: 'unsupportedBody',
  416: 'rangeNotSatisfiable',
  429: 'tooMany',
  431: 'headersTooLarge',
}

function findClientStatus(error: unknown): number | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null
}

/** A library's error with a status from 400 to 499 stays an error of the client; an unexpected error becomes 503. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof URIError) return new ApiError('notFound')
  const status = findClientStatus(error)
  if (status !== null) return new ApiError(codeByStatus[status] ?? 'badJson')
  if (isUnstorableText(error)) return new ApiError('invalid')
  return new ApiError('unavailable', { cause: error })
}

/** Returns the `Content-Range` of an error 416, which gives the length of the file (RFC 9110, 15.5.17). */
function findContentRange(error: unknown): string | null {
  const headers = error instanceof Error && 'headers' in error ? error.headers : null
  if (typeof headers !== 'object' || headers === null || !('Content-Range' in headers)) return null
  return typeof headers['Content-Range'] === 'string' ? headers['Content-Range'] : null
}

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

function toOperationOutcome(failure: ApiError): object {
  return {
    resourceType: 'OperationOutcome',
    issue: failure.fieldErrors.map(({ msg, param }) => ({
      severity: 'error',
      code: issueCodes[failure.status] ?? 'processing',
      diagnostics: msg,
      ...(param === undefined ? {} : { expression: [param] }),
    })),
  }
}

export function sendApiError(reply: FastifyReply, failure: ApiError): FastifyReply {
  if (failure.retryAfter !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(failure.retryAfter))))
  const isFhir = /^\/api\/fhir(\/|\?|$)/.test(reply.request.url)
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type(`application/${isFhir ? 'fhir+json' : 'json'}; charset=utf-8`)
    .serializer(String)
    .send(JSON.stringify(isFhir ? toOperationOutcome(failure) : failure.toBody()))
}

/**
 * Answers data that could not be parsed as an HTTP request, or that did not arrive in time. There is no reply object yet, so it writes to
 * the connection.  A connection on which nothing arrived is closed without an answer. Browsers open connections in advance, and the request
 * that one of them sends in the same moment would get the answer. Without an answer it repeats the request on another connection.
 */
export function rejectConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const failure = new ApiError(error.code === 'HPE_HEADER_OVERFLOW' ? 'headersTooLarge' : 'badJson')
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

export function installErrorResponses(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = toApiError(error)
    request.rejectedFor = failure.code
    const range = failure.status === 416 ? findContentRange(error) : null
    if (range !== null) reply.header('content-range', range)
    if (failure.status >= 500) {
      logger.error(
        { requestId: request.id, route: getRoutePattern(request), ...describeError(failure.cause ?? error) },
        'request failed',
      )
    }
    return sendApiError(reply, failure)
  })
}

/** Returns the pattern of a route, never the address with its ids. */
export function getRoutePattern(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}
