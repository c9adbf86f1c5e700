/** The first start of an installation: the printed one-time address with which the first super administrator is created. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { checkDocument } from './fields/document-schemas.ts'
import { atMost } from './fields/text.ts'
import { checkSurnames } from './registration.ts'
import { signedIn } from './session/session.ts'
import { superAdminFields } from './users.ts'
import { moment } from './values/date-schemas.ts'

const setupToken = z
  .string('Abre la dirección completa que imprimió el servidor')
  .check(
    z.minLength(20, 'Abre la dirección completa que imprimió el servidor'),
    atMost(100, 'Abre la dirección completa que imprimió el servidor'),
  )

export const setupEndpoints = endpoints({ access: 'public' })({
  open: {
    // Sent in a body, so that the token does not appear where addresses are logged.
    route: 'POST /setup/open',
    summary: 'Returns until when a setup address can be used, by the token in it; changes nothing',
    mayBeOver: true,
    body: z.object({ token: setupToken }),
    reply: z.object({ expires_at: moment() }),
  },
  createSuperAdmin: {
    route: 'POST /setup',
    summary: 'Creates the first super administrator with the token of the setup address, and signs them in',
    mayBeOver: true,
    body: z.object({ token: setupToken, ...superAdminFields }).check(checkDocument(), checkSurnames()),
    reply: signedIn,
  },
})
