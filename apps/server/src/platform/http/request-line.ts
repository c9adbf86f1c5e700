import type { IncomingMessage } from 'node:http'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { FastifyInstance } from 'fastify'
import { apiPaths } from './open-methods.ts'

const absoluteForm = /^https?:\/\/[^/?#]*/i

/** Returns path and query. A client may send the whole address, and a server must accept it (RFC 9112, 3.2.2). */
export function originForm(request: IncomingMessage): string {
  const target = request.url ?? '/'
  const path = target.replace(absoluteForm, '')
  return path.startsWith('/') || path === '*' ? path : `/${path}`
}

/**
 * Returns whether a path has its canonical spelling: no empty segment, no `.` or `..`, no backslash and no control character,
 * percent-encoded or not. Another spelling of the same file could pass a check of the path's text.
 */
function isCanonicalPath(path: string): boolean {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return false
  }
  return decoded.startsWith('/') && !/\/\/|[\\\p{Cc}]|\/\.{1,2}(\/|$)/u.test(decoded)
}

// A name or an IPv4 address, or an IPv6 address in brackets; then a port (RFC 9110, 7.2).
const host = /^([a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i

/** Rejects a request with two hosts or an invalid host with 400, as RFC 9112, 3.2 demands. */
function checkHost(request: IncomingMessage): void {
  const given = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const isOldProtocol = request.httpVersionMinor === 0 && given.length === 0
  if (!isOldProtocol && (given.length !== 1 || !host.test(request.headers.host ?? '')))
    throw new ApiError('badJson')
}

/**
 * Answers 400 for an invalid host, and 404 for a page or file whose path is not canonical, before any route runs. Requests to the API
 * are exempt from the second, because their own schemas check the parameters: a malformed id answers 400.
 */
export function installRequestLine(app: FastifyInstance): void {
  const isApiPath = apiPaths(app)
  app.addHook('onRequest', (request, _reply, done) => {
    checkHost(request.raw)
    const path = request.url.split('?', 1)[0] ?? ''
    if (!isApiPath(path) && !isCanonicalPath(path)) throw new ApiError('notFound')
    done()
  })
}
