/**
 * Passkeys (WebAuthn, https://www.w3.org/TR/webauthn-3/): created in an open session, used to sign in and to confirm a
 * session. Binary values are base64url texts, as in the JSON form of the specification.
 */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { patient } from '../people.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { passkeyName } from './passkey-name.ts'

/** `perAccount`: passkeys of one account. `minutes`: lifetime of a challenge. */
export const passkeyLimits = { perAccount: 10, minutes: 5 } as const

const unread = 'No pudimos leer tu huella o PIN. Vuelve a intentar'
const binary = (most: number) =>
  z.string(unread).check(z.minLength(1, unread), atMost(most, unread), z.regex(/^[\w-]+=*$/, unread))
const transports = z.array(z.string(unread).check(atMost(40, unread)), unread).check(atMost(20, unread))

const credential = {
  id: binary(2000),
  rawId: binary(2000),
  type: z.literal('public-key', unread),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(atMost(40, unread)))),
}

const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(5000),
    attestationObject: binary(50_000),
    transports: z.optional(transports),
  }),
})
export type PasskeyRegistration = z.output<typeof registrationResponse>

const assertionResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(5000),
    authenticatorData: binary(5000),
    signature: binary(5000),
    userHandle: z.optional(z.nullable(binary(200))),
  }),
})
export type PasskeyAssertion = z.output<typeof assertionResponse>

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.output<typeof creationOptions>

const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  /** Empty for a sign-in: the browser offers every passkey that it has for the portal. */
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
})
export type PasskeyRequestOptions = z.output<typeof requestOptions>

const passkey = z.object({
  id: id(),
  name: z.string(),
  created_at: moment(),
  last_used_at: z.nullable(moment()),
  /** Whether the passkey was suspended, because its owner reported a use of the account: it can only be removed. */
  suspended: z.boolean(),
})
export type Passkey = z.output<typeof passkey>

const signInPath = '/auth/login/passkeys'
const confirmPath = '/auth/confirm/passkeys'
const noPasskey = 'Huella o PIN inválidos'

export const passkeyEndpoints = endpoints({ access: 'signedIn' })({
  signInOptions: {
    route: `POST ${signInPath}/options`,
    access: 'public',
    summary: 'Returns a challenge with which a passkey signs in; it works once, within five minutes',
    /** Null where the portal's address cannot have passkeys. */
    reply: z.object({ options: z.nullable(requestOptions) }),
  },
  signIn: {
    route: `POST ${signInPath}`,
    access: 'public',
    summary: 'Signs in with a passkey; ends the account’s other session',
    body: z.object({
      /** The sign-in page: a passkey of staff does not open a session on the page of patients, nor the reverse. */
      area: z.enum(['patient', 'staff'], 'Página inválida'),
      credential: assertionResponse,
    }),
    reply: z.object({ token: z.string(), patient }),
  },
  confirmOptions: {
    route: `POST ${confirmPath}/options`,
    temporaryKey: true,
    beforeSecondFactor: true,
    beforeConsent: true,
    summary: 'Returns a challenge with which one of the caller’s passkeys confirms the session',
    reply: z.object({ options: requestOptions }),
  },
  confirm: {
    route: `POST ${confirmPath}`,
    temporaryKey: true,
    beforeSecondFactor: true,
    beforeConsent: true,
    summary: 'Confirms the caller’s session with a passkey',
    body: z.object({ credential: assertionResponse }),
  },
  list: {
    route: 'GET /persons/passkeys',
    beforeSecondFactor: true,
    beforeConsent: true,
    passive: true,
    summary: 'Lists the caller’s passkeys, oldest first',
    reply: z.object({
      passkeys: z.array(passkey),
      /** Whether passkeys can be used: the portal’s address needs a host name instead of an IP address. */
      available: z.boolean(),
      offered: z.boolean(),
    }),
  },
  registerOptions: {
    route: 'POST /persons/passkeys/options',
    beforeSecondFactor: true,
    stepUp: true,
    summary: 'Returns a challenge with which the caller’s device creates a passkey',
    reply: z.object({ options: creationOptions }),
  },
  register: {
    route: 'POST /persons/passkeys',
    beforeSecondFactor: true,
    stepUp: true,
    summary: 'Adds a passkey to the caller’s account and notifies the owner by e-mail',
    body: z.safeExtend(passkeyName, { credential: registrationResponse }),
    reply: z.object({ passkey }),
  },
  rename: {
    route: 'PUT /persons/passkeys/{id}',
    beforeSecondFactor: true,
    summary: 'Renames one of the caller’s passkeys',
    params: z.object({ id: idParam(noPasskey) }),
    body: passkeyName,
  },
  remove: {
    route: 'DELETE /persons/passkeys/{id}',
    stepUp: true,
    summary: 'Removes one of the caller’s passkeys and notifies the owner by e-mail',
    params: z.object({ id: idParam(noPasskey) }),
  },
  declineOffer: {
    route: 'POST /persons/passkeys/offer/decline',
    beforeSecondFactor: true,
    beforeConsent: true,
    summary: 'Records that the caller does not want to be offered a passkey again',
  },
})
