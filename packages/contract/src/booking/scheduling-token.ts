import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'

export const schedulingTokenEndpoints = endpoints({ access: 'signedIn', permission: 'bookings.manage' })({
  token: {
    route: 'GET /scheduling/token',
    summary:
      'Returns a bearer token for the scheduling service, valid for at most ten minutes and within the session. Staff name the patient for whom the token books',
    query: z.object({ patient_id: z.optional(idParam('Paciente inválido')) }),
    opens: 'patient_id',
    reply: z.object({ token: z.string(), expires_at: moment() }),
  },
  // How a partner portal gets access to this portal's calendars; both know a shared secret.
  visit: {
    route: 'POST /agenda/v1/token',
    root: true,
    access: 'public',
    summary:
      'Returns a bearer token for a patient of a partner portal. `assertion` is a JWT signed with the partner’s secret (HS256): `iss` is the partner’s public address, `aud` that of this portal, `sub` the patient’s document such as `1-123456785`, and `jti` works once',
    body: z.object({
      assertion: z.string('Solicitud inválida').check(atMost(2_000, 'Solicitud inválida')),
    }),
    reply: z.object({ token: z.string(), expires_at: moment(), patient_id: id() }),
  },
})
export type VisitorToken = z.output<typeof schedulingTokenEndpoints.visit.reply>
