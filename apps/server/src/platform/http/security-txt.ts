import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'

const halfYear = 182 * 24 * 3_600_000

/** Times of the policy for reports of vulnerabilities, as SECURITY.md gives them: two in business days, the last in days. */
const responseTimes = { received: 3, assessed: 10, fixed: 90 } as const

const policyPath = '/.well-known/security-policy.txt'
const policy = `Cómo informar un problema de seguridad

Escribe al correo de /.well-known/security.txt, con la palabra «seguridad» en el asunto. Describe el problema y cómo repetirlo. No
incluyas datos personales, y no leas ni cambies datos de otras personas.

Confirmamos que lo recibimos: en ${responseTimes.received} días hábiles.
Decimos si lo confirmamos y qué tan grave es: en ${responseTimes.assessed} días hábiles.
Publicamos la corrección, o decimos cuándo lo haremos: en ${responseTimes.fixed} días.

Espera la corrección, o que pasen esos ${responseTimes.fixed} días, antes de publicarlo. Un aviso de buena fe no tiene consecuencias legales.
`

/**
 * Serves `/.well-known/security.txt` (RFC 9116): where to report a vulnerability, in which languages, until when this
 * information is valid, and the policy with the response times. Answers 404 before a clinic with an address was published.
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
          `Policy: ${new URL(policyPath, publicUrl).href}`,
          '',
        ].join('\n'),
      )
  })
  app.get(policyPath, { exposeHeadRoute: false }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(policy),
  )
}
