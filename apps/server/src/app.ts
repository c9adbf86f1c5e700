/** The server as a value: hooks, refusals and all routes. Tests build it and inject calls; `main.ts` listens with it. */
import { randomBytes, randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { Failure } from '@mi-portal/contract/failure'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Clock } from './platform/clock.ts'
import type { Admission } from './platform/http/actor.ts'
import { installBodies } from './platform/http/bodies.ts'
import { installCallCap } from './platform/http/call-cap.ts'
import { describe } from './platform/http/description.ts'
import { docsPage } from './platform/http/docs-page.ts'
import type { Uploads } from './platform/http/forms/attachments.ts'
import { installHeaders, pageHeaders, setHeaders } from './platform/http/headers.ts'
import { installHealth } from './platform/http/health.ts'
import { installMetrics } from './platform/http/metrics.ts'
import { installRefusals, refuseConnection, sendFailure } from './platform/http/refuse.ts'
import { installShell } from './platform/http/shell.ts'
import type { Logger } from './platform/logger.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Tracing } from './platform/observability/tracing.ts'
import { installCalls } from './platform/observability/work.ts'
import { productVersion } from './wiring.ts'

type AppParts = {
  readonly admission: Admission
  readonly uploads: Uploads
  readonly logger: Logger
  readonly metrics: Metrics | null
  readonly tracing: Tracing | null
  readonly clock: Clock
  readonly isReady: () => Promise<boolean>
  /** What stands on top of the public pages. */
  readonly notices: () => Promise<object>
  /** Adds the routes of every module. */
  readonly routes: (app: FastifyInstance) => void
  readonly settings: {
    readonly product: string
    readonly trustProxy: boolean | string[]
    /** Calls a minute for one session or address, counted in this process. */
    readonly callsPerMinute: number
    /** Where the built web application lies. */
    readonly webFolder: string
    /** What the browser may know of the configuration. */
    readonly web: { title: string; config: object }
  }
}

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { settings, logger } = parts
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy,
    routerOptions: { maxParamLength: 500 },
    // Slow senders are cut off; the check runs each second because Node's own default is every thirty. Whoever reads a
    // body sets its own, shorter time: only a form with files may take this long.
    requestTimeout: 300_000,
    keepAliveTimeout: 5_000,
    http: { headersTimeout: 9_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
    // What still arrives while the server closes is answered whole.
    return503OnClosing: false,
    // An address that is none passes no hook.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply)
      sendFailure(reply, new Failure('notFound'))
    },
    clientErrorHandler: refuseConnection,
  })
  app.decorate('admission', parts.admission)
  app.decorate('uploads', parts.uploads)
  app.decorate('mounted', [])

  installHeaders(app)
  installMetrics(app, logger, parts.metrics)
  installCalls(app, parts.tracing)
  installRefusals(app, logger)
  installBodies(app)
  await app.register(multipart)
  installCallCap(app, settings.callsPerMinute, parts.clock)
  installHealth(app, parts.isReady)

  parts.routes(app)
  installDescription(app, settings.product)
  await installShell(app, settings.webFolder, settings.web, parts.notices)
  return app
}

function installDescription(app: FastifyInstance, product: string): void {
  let text: string | undefined
  app.get('/api/openapi.json', { exposeHeadRoute: false }, async (_request, reply) => {
    text ??= JSON.stringify(describe(app.mounted, product, productVersion))
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .serializer(String)
      .send(text)
  })
  app.get('/api/docs', { exposeHeadRoute: false }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .headers(pageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(docsPage(app.mounted, product, nonce))
  })
}
