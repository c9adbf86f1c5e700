import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { pageQuery, pageReply } from './calls/paging.ts'
import { atMost } from './fields/text.ts'
import { documentWithCheck } from './robot-check.ts'
import { secondFactorChallenge } from './session/second-factor.ts'
import { cardNumber } from './values/codes/card-number.ts'
import { typedCode } from './values/codes/code-schema.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'
import { run } from './values/run-schema.ts'

export const unlockForm = z.object({ document_number: run(), number: cardNumber() })

export const identityProof = z.object({
  document_number: run(),
  solem: z.string().check(z.minLength(1), atMost(100)),
})

export const accountUnlockEndpoints = endpoints({ access: 'public' })({
  unlock: {
    route: 'POST /auth/unlocks',
    summary:
      'Unlocks the account of a run with the proof of a passed identity check; the former password is void',
    body: identityProof,
  },
})

export const signInMonths = 12

/** How a person signed in. `unknown`: the sign-in is older than this record. */
export const signInWays = ['password', 'temporary-password', 'passkey', 'unknown'] as const
export type SignInWay = (typeof signInWays)[number]

const signIn = z.object({
  id: id(),
  at: moment(),
  /** The kind of browser and system: `Chrome en Windows`. */
  device: z.string(),
  /** The beginning of the IP address, `190.45.•.•`; null if it was not recorded. */
  network: z.nullable(z.string()),
  way: z.enum(signInWays),
  second_factor: z.boolean(),
  /** Whether the sign-in was accepted. A rejected one may come from any person. */
  accepted: z.boolean(),
})
export type SignIn = z.output<typeof signIn>

const openSession = z.object({
  opened_at: moment(),
  device: z.string(),
  network: z.string(),
})

export const lockReasons = ['asked-by-owner', 'suspicious-use', 'lost-device'] as const
export type LockReason = (typeof lockReasons)[number]
export const lockReasonLabels: Readonly<Record<LockReason, string>> = {
  'asked-by-owner': 'La persona lo pidió por teléfono',
  'suspicious-use': 'La cuenta parece usada por otra persona',
  'lost-device': 'La persona perdió su teléfono o computador',
}

const reason = 'Selecciona un motivo'
const staffLock = z.object({ reason: z.enum(lockReasons, reason) })

export const documentUnchecked = 'Confirma que revisaste el documento de identidad'
const presentPerson = z.object({ document_checked: z.literal(true, documentUnchecked) })

const link = z.object({ token: z.string().check(z.minLength(20), atMost(100)) })

export const resetCodeDigits = 8

const code = 'Digita el código de 8 dígitos'
const resetCode = () => typedCode(/^\d{8}$/, code)

const resetAnswer = z.object({ challenge: secondFactorChallenge(), code: resetCode() })
export const resetInSession = z.object({ code: resetCode() })

const givenCode = z.object({ code: z.string(), expires_at: moment() })

const ofUser = z.object({ id: idParam('ID de usuario inválido') })

export const accountSecurityEndpoints = endpoints({ access: 'signedIn' })({
  signIns: {
    route: 'GET /persons/sign-ins',
    beforeSecondFactor: true,
    beforeConsent: true,
    summary:
      'Lists the sign-ins of the caller’s account of the last twelve months, accepted and rejected, latest first',
    query: pageQuery(10),
    reply: z.object({ sign_ins: z.array(signIn), ...pageReply }),
  },
  session: {
    route: 'GET /persons/session',
    beforeSecondFactor: true,
    beforeConsent: true,
    summary: 'Returns when the caller’s session was opened, and its device',
    reply: z.object({ session: openSession }),
  },
  reportSignIn: {
    route: 'POST /persons/sign-ins/{id}/report',
    stepUp: true,
    beforeSecondFactor: true,
    beforeConsent: true,
    summary:
      'Reports a sign-in that was not the caller’s: ends all sessions, suspends new passkeys, stops password recovery and opens a case for staff',
    params: z.object({ id: idParam() }),
  },
  lock: {
    route: 'POST /persons/lock',
    beforeSecondFactor: true,
    beforeConsent: true,
    summary:
      'Locks the caller’s account: ends all sessions, and no sign-in is possible until staff unlock it',
  },
  requestLock: {
    route: 'POST /auth/locks',
    access: 'public',
    summary:
      'Sends the owner of an account a link that locks it; the answer does not say whether the account exists',
    body: documentWithCheck,
  },
  lockByLink: {
    route: 'POST /auth/locks/confirm',
    access: 'public',
    summary: 'Locks an account by the token sent to its owner',
    mayBeOver: true,
    body: link,
  },
  reportByLink: {
    route: 'POST /auth/reports',
    access: 'public',
    summary: 'Reports a use of an account by the token of the mail about it, as its owner would signed in',
    mayBeOver: true,
    body: link,
  },
  resetAtSignIn: {
    route: 'POST /auth/login/second-factor/reset',
    access: 'public',
    summary:
      'Removes a lost second factor in a sign-in that waits for its code, with the code that staff gave in person; sign in again afterwards',
    body: resetAnswer,
  },
  resetInSession: {
    route: 'POST /persons/second-factor/reset',
    beforeSecondFactor: true,
    beforeConsent: true,
    stepUp: true,
    summary: 'Removes a lost second factor with the code that staff gave in person, and ends all sessions',
    body: resetInSession,
  },
})

export const accountState = z.object({
  locked_at: z.nullable(moment()),
  recovery_frozen_at: z.nullable(moment()),
  /** Whether the account has a second factor or a passkey. */
  second_factor: z.boolean(),
})
export type AccountState = z.output<typeof accountState>

export const staffAccountEndpoints = endpoints({ access: 'staff', permission: 'users.edit' })({
  state: {
    route: 'GET /admin/users/{id}/security',
    permission: 'users.read',
    opens: 'id',
    summary:
      'Returns whether an account is locked, its password recovery is stopped, and which second factors it has',
    params: ofUser,
    reply: z.object({ security: accountState }),
  },
  lock: {
    route: 'POST /admin/users/{id}/lock',
    opens: 'id',
    summary: 'Locks an account and notifies its owner',
    params: ofUser,
    body: staffLock,
  },
  resetSecondFactor: {
    route: 'POST /admin/users/{id}/second-factor-reset',
    opens: 'id',
    summary: 'Requests the removal of a lost second factor, which another member of staff has to confirm',
    params: ofUser,
  },
  giveResetCode: {
    route: 'POST /admin/users/{id}/second-factor-code',
    opens: 'id',
    summary:
      'Creates a code, valid for ten minutes, with which a person at the counter removes a lost second factor; returned once',
    params: ofUser,
    body: presentPerson,
    reply: z.object({ reset_code: givenCode }),
  },
  unlock: {
    route: 'POST /admin/users/{id}/unlock',
    opens: 'id',
    summary: 'Unlocks an account whose owner showed their document in person, and notifies the owner',
    params: ofUser,
    body: presentPerson,
  },
})
