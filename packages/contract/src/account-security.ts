/**
 * The security of an account: its sign-ins and its open session, reports of a use that was not the owner's, locking, and the removal
 * of a lost second factor.
 */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { secondFactorChallenge } from './second-factor.ts'
import { documentWithCheck } from './solved-check.ts'
import { atMost } from './text.ts'
import { typedCode } from './values/codes/code-schema.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

/** Months for which an account's sign-ins are listed. */
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
  /** Whether a code of the second factor was required too. */
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

/** Why a member of staff locks an account. */
export const lockReasons = ['asked-by-owner', 'suspicious-use', 'lost-device'] as const
export type LockReason = (typeof lockReasons)[number]
export const lockReasonLabels: Readonly<Record<LockReason, string>> = {
  'asked-by-owner': 'La persona lo pidió por teléfono',
  'suspicious-use': 'La cuenta parece usada por otra persona',
  'lost-device': 'La persona perdió su teléfono o computador',
}

const reason = 'Selecciona un motivo'
const staffLock = z.object({ reason: z.enum(lockReasons, reason) })

const checked = 'Confirma que revisaste el documento de identidad'
/** What staff confirm before they act for a person who is present. */
const presentPerson = z.object({ document_checked: z.literal(true, checked) })

const link = z.object({ token: z.string().check(z.minLength(20), atMost(100)) })

/** Digits of the code with which staff let a person at the counter remove a lost second factor. */
export const resetCodeDigits = 8

const code = 'Digita el código de 8 dígitos'
const resetCode = () => typedCode(/^\d{8}$/, code)

/** The code of the counter in a sign-in that waits for a code of the second factor. */
const resetAnswer = z.object({ challenge: secondFactorChallenge(), code: resetCode() })
export const resetInSession = z.object({ code: resetCode() })

const givenCode = z.object({ code: z.string(), expires_at: moment() })
export type ResetCode = z.output<typeof givenCode>

const ofUser = z.object({ id: idParam('ID de usuario inválido') })

export const accountSecurityEndpoints = {
  signIns: {
    method: 'GET',
    path: '/persons/sign-ins',
    access: 'signedIn',
    beforeSecondFactor: true,
    beforeConsent: true,
    summary:
      'Lists the sign-ins of the caller’s account of the last twelve months, accepted and rejected, latest first',
    query: pageQuery(10),
    reply: z.object({ sign_ins: z.array(signIn), ...pageReply }),
  },
  session: {
    method: 'GET',
    path: '/persons/session',
    access: 'signedIn',
    beforeSecondFactor: true,
    beforeConsent: true,
    summary: 'Returns when the caller’s session was opened, and its device',
    reply: z.object({ session: openSession }),
  },
  reportSignIn: {
    method: 'POST',
    path: '/persons/sign-ins/{id}/report',
    access: 'signedIn',
    stepUp: true,
    beforeSecondFactor: true,
    beforeConsent: true,
    summary:
      'Reports a sign-in that was not the caller’s: ends all sessions, suspends new passkeys, stops password recovery and opens a case for staff',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
  lock: {
    method: 'POST',
    path: '/persons/lock',
    access: 'signedIn',
    beforeSecondFactor: true,
    beforeConsent: true,
    summary:
      'Locks the caller’s account: ends all sessions, and no sign-in is possible until staff unlock it',
    reply: z.object({}),
  },
  requestLock: {
    method: 'POST',
    path: '/auth/locks',
    access: 'public',
    summary:
      'Sends the owner of an account a link that locks it; the answer does not say whether the account exists',
    body: documentWithCheck,
    reply: z.object({}),
  },
  lockByLink: {
    method: 'POST',
    path: '/auth/locks/confirm',
    access: 'public',
    summary: 'Locks an account by the token sent to its owner',
    mayBeOver: true,
    body: link,
    reply: z.object({}),
  },
  reportByLink: {
    method: 'POST',
    path: '/auth/reports',
    access: 'public',
    summary: 'Reports a use of an account by the token of the mail about it, as its owner would signed in',
    mayBeOver: true,
    body: link,
    reply: z.object({}),
  },
  resetAtSignIn: {
    method: 'POST',
    path: '/auth/login/second-factor/reset',
    access: 'public',
    summary:
      'Removes a lost second factor in a sign-in that waits for its code, with the code that staff gave in person; sign in again afterwards',
    body: resetAnswer,
    reply: z.object({}),
  },
  resetInSession: {
    method: 'POST',
    path: '/persons/second-factor/reset',
    access: 'signedIn',
    beforeSecondFactor: true,
    beforeConsent: true,
    stepUp: true,
    summary: 'Removes a lost second factor with the code that staff gave in person, and ends all sessions',
    body: resetInSession,
    reply: z.object({}),
  },
} as const satisfies EndpointTable

export const accountState = z.object({
  locked_at: z.nullable(moment()),
  recovery_frozen_at: z.nullable(moment()),
  /** Whether the account has a second factor or a passkey. */
  second_factor: z.boolean(),
})
export type AccountState = z.output<typeof accountState>

/** What staff do with the account of another person. */
export const staffAccountEndpoints = {
  state: {
    method: 'GET',
    path: '/admin/users/{id}/security',
    access: 'staff',
    permission: 'users.read',
    opens: 'id',
    summary:
      'Returns whether an account is locked, its password recovery is stopped, and which second factors it has',
    params: ofUser,
    reply: z.object({ security: accountState }),
  },
  lock: {
    method: 'POST',
    path: '/admin/users/{id}/lock',
    access: 'staff',
    permission: 'users.edit',
    opens: 'id',
    summary: 'Locks an account and notifies its owner',
    params: ofUser,
    body: staffLock,
    reply: z.object({}),
  },
  resetSecondFactor: {
    method: 'POST',
    path: '/admin/users/{id}/second-factor-reset',
    access: 'staff',
    permission: 'users.edit',
    opens: 'id',
    summary: 'Requests the removal of a lost second factor, which another member of staff has to confirm',
    params: ofUser,
    reply: z.object({}),
  },
  giveResetCode: {
    method: 'POST',
    path: '/admin/users/{id}/second-factor-code',
    access: 'staff',
    permission: 'users.edit',
    opens: 'id',
    summary:
      'Creates a code, valid for ten minutes, with which a person at the counter removes a lost second factor; returned once',
    params: ofUser,
    body: presentPerson,
    reply: z.object({ reset_code: givenCode }),
  },
  unlock: {
    method: 'POST',
    path: '/admin/users/{id}/unlock',
    access: 'staff',
    permission: 'users.edit',
    opens: 'id',
    summary: 'Unlocks an account whose owner showed their document in person, and notifies the owner',
    params: ofUser,
    body: presentPerson,
    reply: z.object({}),
  },
} as const satisfies EndpointTable
