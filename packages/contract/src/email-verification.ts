import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'

export const emailVerificationEndpoints = endpoints({ access: 'signedIn' })({
  state: {
    route: 'GET /persons/emails',
    summary:
      'Returns whether the caller’s e-mail address is verified, and whether to ask if it is still theirs',
    reply: z.object({
      email: z.nullable(z.string()),
      verified: z.boolean(),
      pending: z.nullable(z.string()),
      question: z.boolean(),
    }),
  },
  resend: {
    route: 'POST /persons/emails/verification',
    summary:
      'Sends a link that verifies the caller’s present e-mail address; 409 if it is verified, 429 above five a day',
    reply: z.object({ email: z.string() }),
  },
  answerQuestion: {
    route: 'POST /persons/emails/question',
    access: 'patient',
    summary: 'Stores the caller’s answer to the yearly question whether the e-mail address is still theirs',
    body: z.object({
      /** `yes`: the address is still the caller’s. `later`: the question was dismissed. After both the question is not asked for a year. */
      answer: z.enum(['yes', 'later'], 'Respuesta inválida'),
    }),
  },
})
