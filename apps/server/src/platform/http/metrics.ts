/** Counts every request, publishes `/metrics`, and logs requests that failed or were slow. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { routeOf } from './errors.ts'

const slowMs = 1000

/** `metrics` is null if the installation publishes no metrics. */
export function installMetrics(app: FastifyInstance, logger: Logger, metrics: Metrics | null): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The duration of an event stream says nothing about how fast the server answers.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return done()
    const route = routeOf(request)
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime)
    metrics?.call(route, status, reply.elapsedTime)
    const line = { requestId: request.id, method: request.method, route, status, ms }
    if (status >= 400 || ms >= slowMs) logger.info(line, 'request')
    else logger.debug(line, 'request')
    done()
  })

  if (metrics) {
    app.get('/metrics', { exposeHeadRoute: false }, async (_request, reply) => {
      reply.type(metrics.contentType)
      return metrics.text()
    })
  }
}
