import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { patient } from '../people.ts'
import { idParam } from '../values/ids.ts'
import { credentials } from './credentials.ts'

export const signedIn = z.object({
  token: z.optional(z.string()),
  patient: z.optional(patient),
  second_factor: z.optional(z.boolean()),
  challenge: z.optional(z.string()),
  /** Where the code for the challenge is: in the authenticator app, or in a mail to the verified address of the account. */
  code_from: z.optional(z.enum(['app', 'email'])),
})
export type SignedIn = z.output<typeof signedIn>

export const sessionEndpoints = endpoints({ access: 'public' })({
  signIn: {
    route: 'POST /auth/login',
    summary: 'Signs in a patient; ends the account’s other session',
    body: credentials,
    reply: signedIn,
  },
  signInStaff: {
    route: 'POST /auth/login/administrators',
    summary: 'Signs in a staff member',
    body: credentials,
    reply: signedIn,
  },
  renew: {
    route: 'GET /auth/token/{id}',
    access: 'signedIn',
    summary: 'Returns the caller’s token unchanged and restarts the idle timeout',
    params: z.object({ id: idParam('ID de usuario inválido') }),
    temporaryKey: true,
    beforeSecondFactor: true,
    beforeConsent: true,
    changesState: true,
    reply: z.object({ token: z.string(), patient }),
  },
  signOut: {
    route: 'GET /auth/logout/{id}',
    access: 'signedIn',
    summary: 'Ends the caller’s session',
    params: z.object({ id: idParam('ID de usuario inválido') }),
    temporaryKey: true,
    beforeSecondFactor: true,
    beforeConsent: true,
    changesState: true,
  },
})
