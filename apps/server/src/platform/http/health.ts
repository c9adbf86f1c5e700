import type { FastifyInstance } from 'fastify'
import { isFromThisMachine } from './address.ts'

export type Health = {
  readonly version: string
  readonly trouble: () => Promise<string | null>
  readonly detail: () => Promise<object>
}

const timeoutMs = 1500

function soon<T>(work: Promise<T>, late: T): Promise<T> {
  const waited = new Promise<T>((resolve) => setTimeout(resolve, timeoutMs, late).unref())
  return Promise.race([work, waited])
}

/** Installs `/health/live` (the process answers) and `/health/ready` (it can serve requests; answered within two seconds). */
export function installHealth(app: FastifyInstance, { version, trouble, detail }: Health): void {
  // Browsers ask with HEAD whether the server answers.
  app.get('/health/live', { exposeHeadRoute: true }, async () => ({ status: 'Ok' }))
  app.get('/health/ready', { exposeHeadRoute: false }, async (request, reply) => {
    const why = await soon(
      trouble().catch(() => 'the database does not answer'),
      'the database does not answer in time',
    )
    const local = isFromThisMachine(request)
    if (why === null) {
      const more = local
        ? {
            version,
            ...(await soon(
              detail().catch(() => ({})),
              {},
            )),
          }
        : {}
      return { status: 'Ok', ...more }
    }
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({
        status: 'Error',
        errors: [{ msg: 'El servicio se está preparando', code: 'unavailable' }],
        ...(local ? { version, reason: why } : {}),
      })
  })
}
