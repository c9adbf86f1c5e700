/** The second factor of staff: a time-based code (RFC 6238), or one of ten recovery codes. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { patient } from './people.ts'

/** Six digits of the application, or a recovery code of ten letters and digits with its dash. */
function secondFactorCode() {
  return z
    .string('Digita Código')
    .check(
      z.trim(),
      z.minLength(1, 'Digita Código'),
      z.regex(/^(\d{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$/, 'Digita Código válido'),
    )
}

/** The answer to the challenge that a sign-in with a second factor gave. */
export const secondFactorAnswer = z.object({
  challenge: z
    .string('Inicia sesión nuevamente')
    .check(z.minLength(1, 'Inicia sesión nuevamente'), z.maxLength(512, 'Inicia sesión nuevamente')),
  code: secondFactorCode(),
})

const state = z.object({
  enabled: z.boolean(),
  /** The installation demands it of all staff. */
  required: z.boolean(),
  recovery_codes_left: z.int(),
})
export type SecondFactorState = z.output<typeof state>
const path = '/persons/second-factor'

export const secondFactorEndpoints = {
  answer: {
    method: 'POST',
    path: '/auth/login/second-factor',
    access: 'public',
    summary: 'Completes a staff sign-in with the second factor',
    body: secondFactorAnswer,
    reply: z.object({ token: z.string(), patient }),
  },
  state: {
    method: 'GET',
    path,
    access: 'staff',
    beforeSecondFactor: true,
    summary: 'Whether the caller’s second factor is set up, and how many recovery codes are left',
    reply: state,
  },
  begin: {
    method: 'POST',
    path,
    access: 'staff',
    beforeSecondFactor: true,
    summary:
      'Makes a new secret, which counts once confirmed; where one counts already a code of it is asked',
    body: z.object({ code: z.optional(secondFactorCode()) }),
    reply: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
  },
  confirm: {
    method: 'PUT',
    path,
    access: 'staff',
    beforeSecondFactor: true,
    summary: 'Confirms the new secret with a code; answers the recovery codes, once',
    body: z.object({ code: secondFactorCode() }),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
  },
  remove: {
    method: 'DELETE',
    path,
    access: 'staff',
    summary: 'Removes the second factor, where it is not required',
    body: z.object({ code: secondFactorCode() }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
