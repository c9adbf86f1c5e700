/** Whether the e-mail address of an account is verified, the link that verifies it, and the yearly question whether it is still right. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'

export const emailVerificationEndpoints = {
  state: {
    method: 'GET',
    path: '/persons/emails',
    access: 'signedIn',
    summary:
      'Returns whether the caller’s e-mail address is verified, and whether to ask if it is still theirs',
    reply: z.object({
      /** The present address, masked; null without one. */
      email: z.nullable(z.string()),
      verified: z.boolean(),
      /** A new address that waits for the link which was sent to it, masked. */
      pending: z.nullable(z.string()),
      question: z.boolean(),
    }),
  },
  resend: {
    method: 'POST',
    path: '/persons/emails/verification',
    access: 'signedIn',
    summary:
      'Sends a link that verifies the caller’s present e-mail address; 409 if it is verified, 429 above five a day',
    reply: z.object({ email: z.string() }),
  },
  answerQuestion: {
    method: 'POST',
    path: '/persons/emails/question',
    access: 'patient',
    summary: 'Stores the caller’s answer to the yearly question whether the e-mail address is still theirs',
    body: z.object({
      /** `yes`: the address is still the caller’s. `later`: the question was dismissed. After both the question is not asked for a year. */
      answer: z.enum(['yes', 'later'], 'Respuesta inválida'),
    }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
