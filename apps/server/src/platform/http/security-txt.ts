import { ApiError } from '@mi-portal/contract/api-error'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'

const halfYear = 182 * 24 * 3_600_000

/**
 * Serves `/.well-known/security.txt` (RFC 9116): where to report a vulnerability, in which languages, and until when this
 * information is valid. Answers 404 before a clinic with an address was published.
 */
export function installSecurityTxt(
  app: FastifyInstance,
  clock: Clock,
  { email, publicUrl }: { readonly email: () => string; readonly publicUrl: string },
): void {
  const path = '/.well-known/security.txt'
  app.get(path, { exposeHeadRoute: false }, async (_request, reply) => {
    const address = email()
    if (address === '') throw new ApiError('notFound')
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${address}?subject=seguridad`,
          `Expires: ${new Date(clock.now().getTime() + halfYear).toISOString()}`,
          'Preferred-Languages: es, en',
          `Canonical: ${new URL(path, publicUrl).href}`,
          '',
        ].join('\n'),
      )
  })
}
