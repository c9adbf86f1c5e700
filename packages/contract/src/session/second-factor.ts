/** The second factor of an account: a time-based code (RFC 6238), or one of ten recovery codes. */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { patient } from '../people.ts'
import { typedCode } from '../values/codes/code-schema.ts'

/**
 * Six digits from the authenticator application, or a recovery code of ten letters and digits. Both may be typed in groups.
 */
export function secondFactorCode() {
  return typedCode(/^(\d{6}|[A-Z0-9]{10})$/, 'Digita Código válido', 'Digita Código')
}

export const secondFactorCodeBody = z.object({ code: secondFactorCode() })

const again = 'Inicia sesión nuevamente'
export function secondFactorChallenge() {
  return z.string(again).check(z.minLength(1, again), atMost(512, again))
}

export const secondFactorAnswer = z.object({
  challenge: secondFactorChallenge(),
  code: secondFactorCode(),
})

const state = z.object({
  enabled: z.boolean(),
  /** Whether the installation requires a second factor of the caller. It can be required of staff only. */
  required: z.boolean(),
  recovery_codes_left: z.int(),
})
export type SecondFactorState = z.output<typeof state>

export const secondFactorEndpoints = endpoints({ access: 'signedIn' })({
  answer: {
    route: 'POST /auth/login/second-factor',
    access: 'public',
    summary: 'Completes a sign-in with the second factor',
    body: secondFactorAnswer,
    reply: z.object({ token: z.string(), patient }),
  },
  state: {
    route: 'GET /persons/second-factor',
    beforeSecondFactor: true,
    summary: 'Returns whether the caller’s second factor is set up, and how many recovery codes are left',
    reply: state,
  },
  begin: {
    route: 'POST /persons/second-factor',
    beforeSecondFactor: true,
    stepUp: true,
    summary:
      'Creates a new second-factor secret, which takes effect once confirmed; replacing a secret needs one of its codes',
    body: z.object({ code: z.optional(secondFactorCode()) }),
    reply: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
  },
  confirm: {
    route: 'PUT /persons/second-factor',
    beforeSecondFactor: true,
    stepUp: true,
    summary: 'Confirms the new secret with a code and returns the recovery codes, once',
    body: secondFactorCodeBody,
    reply: z.object({ recovery_codes: z.array(z.string()) }),
  },
  renewCodes: {
    route: 'POST /persons/second-factor/recovery-codes',
    stepUp: true,
    summary: 'Replaces the recovery codes and returns the new ones, once; needs a code of the second factor',
    body: secondFactorCodeBody,
    reply: z.object({ recovery_codes: z.array(z.string()) }),
  },
  remove: {
    route: 'DELETE /persons/second-factor',
    stepUp: true,
    summary: 'Removes the second factor if it is not required',
    body: secondFactorCodeBody,
  },
})
