/** Builds the server: hooks, error handling and all routes. Tests inject requests into it; `main.ts` listens with it. */
import { randomBytes, randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { fhirEndpoints } from '@mi-portal/contract/fhir/fhir'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Clock } from './platform/clock.ts'
import type { TrustedProxies } from './platform/config/network.ts'
import type { Admission } from './platform/http/actor.ts'
import { installBodies } from './platform/http/bodies.ts'
import { installErrorResponses, rejectConnection, sendApiError } from './platform/http/errors.ts'
import type { Uploads } from './platform/http/forms/attachments.ts'
import { installHeaders, pageHeaders, setHeaders } from './platform/http/headers.ts'
import { type Health, installHealth } from './platform/http/health.ts'
import { installMetrics } from './platform/http/metrics.ts'
import { describe } from './platform/http/openapi/description.ts'
import { docsPage } from './platform/http/openapi/docs-page.ts'
import { installRequestLine, originForm } from './platform/http/request-line.ts'
import { installRequestRateLimit } from './platform/http/request-rate-limit.ts'
import { installSecurityTxt } from './platform/http/security-txt.ts'
import { installShell, type PagesSource } from './platform/http/shell.ts'
import type { Logger } from './platform/logger.ts'
import type { Metrics } from './platform/metrics.ts'
import { installPolicyReports } from './platform/observability/policy-reports.ts'
import { createSecurityLog, installSecurityLog } from './platform/observability/security-log.ts'
import type { Tracing } from './platform/observability/tracing.ts'
import { installCalls } from './platform/observability/work.ts'
import type { Secrets } from './platform/security/secrets.ts'
import { productVersion } from './platform/version.ts'

const fhirBase = fullPath(fhirEndpoints.transaction)

type AppParts = {
  readonly admission: Admission
  readonly uploads: Uploads
  readonly publishedRevision: () => string
  readonly logger: Logger
  readonly metrics: Metrics | null
  readonly tracing: Tracing | null
  readonly clock: Clock
  readonly health: Health
  readonly notices: () => Promise<object>
  readonly routes: (app: FastifyInstance) => void
  readonly settings: {
    readonly product: () => string
    /** The e-mail address for reports of vulnerabilities, and the portal's public address. */
    readonly security: { readonly email: () => string; readonly publicUrl: string }
    readonly secrets: Secrets
    readonly trustProxy: TrustedProxies
    readonly metricsToken: string | null
    readonly callsPerMinute: number
    readonly webFolder: string
    readonly pages: PagesSource
    /** Milliseconds that a page waits for its notices. */
    readonly noticesTimeout?: number
  }
}

/**
 * Returns the function or list with which Fastify checks each address on a request's path, from the last proxy backwards. Fastify does not
 * accept a number of proxies. A number does not say who the last proxy is, so only the proxies may be able to reach the server.
 */
function chooseTrust(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false
  return 'hops' in proxies ? (_address, hop) => hop < proxies.hops : [...proxies]
}

export async function createApp(dependencies: AppParts): Promise<FastifyInstance> {
  const { settings, logger } = dependencies
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    // Some FHIR clients write the base address with a slash at its end.
    rewriteUrl: (request) => (request.url === `${fhirBase}/` ? fhirBase : originForm(request)),
    trustProxy: chooseTrust(settings.trustProxy),
    routerOptions: { maxParamLength: 500 },
    // Slow senders are disconnected. The check runs every second, because Node's default is every thirty seconds. Code that
    // reads a body sets its own, shorter timeout: only a form with files may take this long.
    requestTimeout: 300_000,
    keepAliveTimeout: 5_000,
    http: { headersTimeout: 9_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are still answered normally.
    return503OnClosing: false,
    // A malformed address runs through no hook, so the headers are set here.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply)
      sendApiError(reply, new ApiError('notFound'))
    },
    clientErrorHandler: rejectConnection,
  })
  app.decorate('admission', dependencies.admission)
  app.decorate('uploads', dependencies.uploads)
  app.decorate('publishedRevision', dependencies.publishedRevision)
  app.decorate('mounted', [])

  const isSecure = settings.security.publicUrl.startsWith('https:')
  const securityLog = createSecurityLog(logger, dependencies.clock, settings.secrets)

  installHeaders(app)
  installSecurityLog(app, securityLog)
  installMetrics(app, logger, dependencies.metrics, settings.metricsToken)
  installCalls(app, dependencies.tracing)
  installErrorResponses(app, logger)
  installRequestLine(app)
  installBodies(app)
  await app.register(multipart)
  installRequestRateLimit(app, settings.callsPerMinute, dependencies.clock)
  installHealth(app, dependencies.health)
  installPolicyReports(app, securityLog)
  installSecurityTxt(app, dependencies.clock, settings.security)

  dependencies.routes(app)
  installDescription(app, settings.product, isSecure)
  const { webFolder: folder, pages, noticesTimeout } = settings
  await installShell(app, { folder, pages, isSecure, notices: dependencies.notices, noticesTimeout })
  return app
}

function installDescription(app: FastifyInstance, productName: () => string, isSecure: boolean): void {
  let described: { readonly product: string; readonly text: string } | undefined
  app.get('/api/openapi.json', { exposeHeadRoute: false }, async (_request, reply) => {
    const product = productName()
    if (described?.product !== product)
      described = { product, text: JSON.stringify(describe(app.mounted, product, productVersion)) }
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .serializer(String)
      .send(described.text)
  })
  app.get('/api/docs', { exposeHeadRoute: false }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .headers(pageHeaders(nonce, { isSecure }))
      .type('text/html; charset=utf-8')
      .send(docsPage(app.mounted, productName(), nonce))
  })
}
