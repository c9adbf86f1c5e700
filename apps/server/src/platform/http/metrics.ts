import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { isFromThisMachine } from './address.ts'
import { getRoutePattern } from './errors.ts'

const slowMs = 1000

const digest = (text: string) => createHash('sha256').update(text).digest()

function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (isFromThisMachine(request)) return true
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token !== null && given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/** `metrics` is null if none are published. `token` is what other machines send; null if only this machine may read them. */
export function installMetrics(
  app: FastifyInstance,
  logger: Logger,
  metrics: Metrics | null,
  token: string | null,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The duration of an event stream says nothing about how fast the server answers.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return done()
    const route = getRoutePattern(request)
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime)
    metrics?.call(route, status, reply.elapsedTime)
    const line = { requestId: request.id, method: request.method, route, status, ms }
    if (status >= 400 || ms >= slowMs) logger.info(line, 'request')
    else logger.debug(line, 'request')
    done()
  })

  if (metrics) {
    app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
      if (!mayRead(request, token)) throw new ApiError('notFound')
      reply.type(metrics.contentType)
      return metrics.text()
    })
  }
}
