/** The code that is mailed when a patient signs in with a password that staff typed. */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { typedCode } from '../values/codes/code-schema.ts'
import { signedIn } from './session.ts'

const sixDigits = 'Digita el código de 6 dígitos'

export const mailedCodeAnswer = z.object({
  challenge: z
    .string('Inicia sesión nuevamente')
    .check(z.minLength(1, 'Inicia sesión nuevamente'), atMost(512, 'Inicia sesión nuevamente')),
  code: typedCode(/^\d{6}$/, sixDigits),
})

export const mailedCodeEndpoints = endpoints({ access: 'public' })({
  answer: {
    route: 'POST /auth/login/mailed-code',
    summary:
      'Completes a sign-in with a password that staff typed by the code mailed to the owner; the second factor may follow',
    body: mailedCodeAnswer,
    reply: signedIn,
  },
})
