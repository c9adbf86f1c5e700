/** The confirmation that a signed-in person is still the one who uses the session. Endpoints with `stepUp` need it. */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { givenPassword } from '../values/password.ts'
import { secondFactorCode } from './second-factor.ts'

export const passwordConfirmation = z.object({
  password: givenPassword(),
  /** Needed only of an account with a second factor. */
  code: z.optional(secondFactorCode()),
})
export type PasswordConfirmation = z.output<typeof passwordConfirmation>

export const sessionConfirmationEndpoints = endpoints({
  access: 'signedIn',
  beforeConsent: true,
  beforeSecondFactor: true,
})({
  confirm: {
    route: 'POST /auth/confirm',
    summary: 'Confirms the caller’s session by their password, and by a code if they have a second factor',
    body: passwordConfirmation,
    reply: z.object({
      /** False when the password is right and the code of the second factor is still needed. */
      confirmed: z.boolean(),
    }),
  },
})
