import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getRoutePattern } from '../http/errors.ts'
import { during } from './current-work.ts'
import type { Span, Tracing } from './tracing.ts'

/** Routes that monitoring requests every few seconds, which are not traced. */
const unwatched = new Set(['/health/live', '/health/ready', '/metrics'])

export function installCalls(app: FastifyInstance, tracing: Tracing | null): void {
  const spans = new WeakMap<FastifyRequest, Span>()

  function begin(request: FastifyRequest, route: string): Span | null {
    if (tracing === null || unwatched.has(route)) return null
    const { traceparent } = request.headers
    const span = tracing.call({
      method: request.method,
      route,
      requestId: request.id,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    spans.set(request, span)
    return span
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const name = getRoutePattern(request)
    during({ name, requestId: request.id, span: begin(request, name) }, done)
  })

  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    spans.get(request)?.end({ status, failed: status >= 500 })
    done()
  })
}

export function asJob(tracing: Tracing | null) {
  return <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const span = tracing?.job(name) ?? null
    return during({ name, requestId: null, span }, async () => {
      let failed = true
      try {
        const result = await run()
        failed = false
        return result
      } finally {
        span?.end({ failed })
      }
    })
  }
}
