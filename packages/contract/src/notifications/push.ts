import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { id, idParam } from '../values/ids.ts'

const wrongKey = 'La llave de este navegador no es válida'
const base64url = (bytes: number) =>
  z
    .string(wrongKey)
    .check(
      atMost(Math.ceil((bytes * 4) / 3), wrongKey),
      z.minLength(Math.ceil((bytes * 4) / 3), wrongKey),
      z.regex(/^[\w-]+$/, wrongKey),
    )
const endpointAddress = z
  .string('Digita la dirección del navegador')
  .check(atMost(2_000, 'La dirección del navegador es demasiado larga'))

export const pushEndpoints = endpoints({ access: 'patient' })({
  subscribe: {
    route: 'POST /push-subscriptions',
    summary:
      'Turns on push messages in this browser for the caller; only addresses of known push services are accepted',
    body: z.object({
      endpoint: endpointAddress,
      /** The browser's public key (65 bytes) and secret (16 bytes) for push messages (RFC 8291). */
      p256dh: base64url(65),
      auth: base64url(16),
    }),
    reply: z.object({ id: id() }),
  },
  renew: {
    route: 'PUT /push-subscriptions/session',
    passive: true,
    summary:
      'Attaches the push messages of this browser to the current session, whose sign-out ends them; says whether they are the caller’s',
    body: z.object({ endpoint: endpointAddress }),
    reply: z.object({ is_known: z.boolean() }),
  },
  remove: {
    route: 'DELETE /push-subscriptions/{id}',
    summary: 'Ends push messages in one of the caller’s browsers',
    params: z.object({ id: idParam() }),
  },
})
