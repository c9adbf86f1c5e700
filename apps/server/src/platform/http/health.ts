import type { FastifyInstance } from 'fastify'

/** `/health/live`: the process answers. `/health/ready`: it can serve, as `isReady` says soon enough to be known within two seconds. */
export function installHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health/live', { exposeHeadRoute: false }, async () => ({ status: 'Ok' }))
  app.get('/health/ready', { exposeHeadRoute: false }, async (_request, reply) => {
    const late = new Promise<boolean>((resolve) => {
      setTimeout(resolve, 1500, false).unref()
    })
    const ready = await Promise.race([isReady().catch(() => false), late])
    if (ready) return { status: 'Ok' }
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status: 'Error', errors: [{ msg: 'El servicio se está preparando' }] })
  })
}
