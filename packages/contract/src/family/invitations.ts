import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { id } from '../values/ids.ts'
import { familyGroupPath, personNames, relationship } from './members.ts'

export const invitationOver = 'Esta invitación ya no es válida'

export const landing = z.object({
  decision: z.enum(['accepted', 'rejected'], 'Decisión inválida'),
  document_type: z.string('Documento inválido').check(atMost(10, 'Documento inválido')),
  document_number: z.string('Documento inválido').check(atMost(32, 'Documento inválido')),
  name: z.string('Nombre inválido').check(atMost(60, 'Nombre inválido')),
  /** The portal's signature of the other parameters. */
  s: z.string('Firma inválida').check(atMost(200, 'Firma inválida')),
})
export type Landing = z.output<typeof landing>

export const invitationEndpoints = endpoints({ access: 'public' })({
  judgeLanding: {
    // Sent in a body, so that no document number appears in the address of a call.
    route: `POST ${familyGroupPath}/landings`,
    summary:
      'Returns whether the portal created the address of a landing page, so that the name in it may be shown',
    body: landing,
    reply: z.object({ genuine: z.boolean() }),
  },
  openInvitation: {
    // Sent in a body, so that the token does not appear where addresses are logged.
    route: `POST ${familyGroupPath}/invitations/open`,
    summary: 'Returns who sent an invitation, by the token in its e-mail; decides nothing',
    mayBeOver: true,
    body: z.object({ token: z.string().check(z.minLength(20), atMost(100)) }),
    reply: z.object({
      request: z.object({ id: id(), applicant_id: id(), family_id: id() }),
      applicant: z.object(personNames),
      invited_first_name: z.string(),
      type_relationship: relationship,
      expires_at: moment(),
    }),
  },
})
