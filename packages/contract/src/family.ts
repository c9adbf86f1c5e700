/** Family groups: so far the pages on which a decision about an invitation lands. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'

/** What stands in the address of a landing page. */
export const landing = z.object({
  decision: z.enum(['accepted', 'rejected'], 'Decisión inválida'),
  document_type: z.string('Documento inválido').check(z.maxLength(10, 'Documento inválido')),
  document_number: z.string('Documento inválido').check(z.maxLength(32, 'Documento inválido')),
  name: z.string('Nombre inválido').check(z.maxLength(60, 'Nombre inválido')),
  /** The portal's signature of the rest. */
  s: z.string('Firma inválida').check(z.maxLength(200, 'Firma inválida')),
})
export type Landing = z.output<typeof landing>

export const familyEndpoints = {
  judgeLanding: {
    // Asked with a body: nobody's document goes into the addresses of calls.
    method: 'POST',
    path: '/requests/families/groups/landings',
    access: 'public',
    summary: 'Whether a landing page’s address was made by the portal, so that the name in it may be shown',
    body: landing,
    reply: z.object({ genuine: z.boolean() }),
  },
} as const satisfies EndpointTable
