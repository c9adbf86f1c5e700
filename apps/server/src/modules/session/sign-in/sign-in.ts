import { ApiError, type ApiErrorCode } from '@mi-portal/contract/calls/api-error'
import type { Credentials } from '@mi-portal/contract/session/credentials'
import { mailedCodeEndpoints } from '@mi-portal/contract/session/mailed-code'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import { toAuditActor } from '../../../platform/audit.ts'
import type { CallContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { Origin } from '../../../platform/http/actor.ts'
import { callerNetwork, limits } from '../../../platform/security/rate-limiter.ts'
import { renewPasswordHash } from '../../people/accounts/change-account-access.ts'
import { findPerson, findPersonByDocument, getOutgrownStep, type Person } from '../../people/read-people.ts'
import { type Device, describeDevice } from '../devices.rules.ts'
import { isSecondFactorOn } from '../second-factor/change-second-factor.ts'
import { runWithCode } from '../second-factor/check-codes.ts'
import { attemptChallenge, closeChallenge, createChallenge } from '../second-factor/store-challenges.ts'
import { findSignInError, getSignInArea, type SignInArea } from '../session.rules.ts'
import { findTemporaryKeys } from '../use-sessions.ts'
import {
  countWrongPassword,
  notifyOfGuesses,
  openWithinLimit,
  rejectFlood,
  rejectIfLimited,
  signInSubject,
} from './limit-sign-ins.ts'
import { openSession, type TransactionCheck } from './open-session.ts'
import { answerMailedChallenge, sendMailedCode } from './use-mailed-codes.ts'

/**
 * Returns which of the account's passwords this is: its own, a temporary one, or none. Every password that is answered as wrong is verified
 * twice, also without an account or a temporary password and on the other sign-in page, so that the response time shows neither.
 */
async function verifyPassword(
  ctx: Context,
  person: Person | null,
  password: string,
  area: SignInArea,
  from: string,
) {
  const own = await ctx.passwords.verify(person?.password_hash ?? null, password, from)
  if (own && person !== null && getSignInArea(person.rol) === area) return { right: true, key: null }
  const [first = null, ...others] = await findTemporaryKeys(ctx, person?.id ?? 0, password)
  for (const key of [first, ...others])
    if (await ctx.passwords.verify(key?.hash ?? null, password, from))
      return { right: true, key: own ? null : key }
  return { right: own, key: null }
}

function rejectionError(ctx: Context, code: ApiErrorCode): ApiError {
  if (code !== 'awaitingValidation') return new ApiError(code)
  const msg = `Estamos validando tu identidad. Terminaremos en un plazo de ${ctx.branding.promises.identity}`
  return new ApiError(code, { msg })
}

function findRejection(ctx: Context, person: Person | null, area: SignInArea, right: boolean) {
  if (person === null) return 'noAccount'
  const account = {
    rol: person.rol,
    status: person.status,
    deleted: person.deleted_at !== null,
    outgrown: getOutgrownStep(ctx, person),
    locked: person.locked_at !== null,
    deceased: person.deceased_at !== null,
  }
  return findSignInError(account, area, right)
}

function requireOpenAccount(ctx: Context, person: Person | null): Person {
  const rejection = person && findRejection(ctx, person, getSignInArea(person.rol), true)
  if (!person || rejection !== null) throw rejectionError(ctx, rejection ?? 'challengeOver')
  return person
}

function auditDenial(
  ctx: CallContext,
  person: Person | null,
  rejection: ApiErrorCode | null,
  device: Device,
) {
  return ctx.auditLog.record({
    ...toAuditActor(person, ctx.origin),
    action: 'session.open',
    outcome: 'refused',
    detail: { refusal: rejection, device: device.words },
  })
}

async function continueSignIn(
  ctx: Context,
  person: Person,
  keyHash: string | null,
  hasFactor: boolean,
  device: Device,
  origin: Origin,
) {
  if (!hasFactor) return openSession(ctx, person, keyHash, device, origin, {})
  const challenge = await createChallenge(ctx, person.id, keyHash)
  return { second_factor: true, challenge, code_from: 'app' as const }
}

/** Hashes the password again if it was hashed with less work than configured now. If the server is too busy, a later sign-in does. */
async function renewHash(ctx: Context, { id, password_hash }: Person, password: string): Promise<void> {
  if (password_hash === null || !ctx.passwords.isOutdated(password_hash)) return
  try {
    await renewPasswordHash(ctx.db, id, password_hash, await ctx.passwords.hash(password))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

const hasSecondFactor = async (ctx: Context, person: Person | null) =>
  person !== null && isSecondFactorOn(ctx, person.id)

async function signInPerson(ctx: CallContext, credentials: Credentials, area: SignInArea, device: Device) {
  const number = cleanDocument(credentials.document_type_id, credentials.document_number)
  const account = signInSubject(credentials.document_type_id, number)
  const limit = area === 'staff' ? limits.signInStaff : limits.signIn
  const tried = callerNetwork(ctx.origin.ip, account)
  const [standings, person] = await Promise.all([
    ctx.rateLimiter.peekThree([
      [limit, tried],
      [limits.signInAddress, callerNetwork(ctx.origin.ip)],
      [limits.signInAccount, account],
    ]),
    findPersonByDocument(ctx, credentials.document_type_id, number, credentials.document_country),
  ])
  const isChecked = await rejectFlood(ctx, { standings, person, device, solution: credentials.altcha })
  // The question for the second factor takes no time of its own: a password takes longer to verify.
  const [{ right, key }, hasFactor] = await Promise.all([
    verifyPassword(ctx, person, credentials.password, area, ctx.origin.ip),
    hasSecondFactor(ctx, person),
  ])
  const wrongCount = right ? 0 : await countWrongPassword(ctx, limit, account, ctx.origin.ip, isChecked)
  const rejection = findRejection(ctx, person, area, right)

  async function admit(admitted: Person) {
    const { count } = standings[0]
    // In nearly all sign-ins nothing was counted before, and only the session has to be written.
    if (count === 0 && area === 'patient' && key === null && !hasFactor)
      return openWithinLimit(ctx, limit, tried, (bar) =>
        openSession(ctx, admitted, null, device, ctx.origin, { bar }),
      )
    if (!isChecked) await rejectIfLimited(ctx, limit, tried)
    if (count > 0) await ctx.rateLimiter.reset(limit, tried)
    if (key === null || key.mailed_to !== null)
      return continueSignIn(ctx, admitted, key?.hash ?? null, hasFactor, device, ctx.origin)
    const challenge = await sendMailedCode(ctx, admitted, key.hash)
    return { second_factor: true, challenge, code_from: 'email' as const }
  }

  if (rejection === null && person) {
    const answer = await admit(person)
    if (key === null) await renewHash(ctx, person, credentials.password)
    return answer
  }
  if (right && !isChecked) await rejectIfLimited(ctx, limit, tried)
  await auditDenial(ctx, person, rejection, device)
  if (person !== null) await notifyOfGuesses(ctx, person, wrongCount)
  throw rejectionError(ctx, rejection ?? 'wrongPassword')
}

export async function findPersonByPasskey(
  ctx: CallContext,
  personId: number,
  area: SignInArea,
  device: Device,
): Promise<Person> {
  const person = await findPerson(ctx, personId)
  const rejection = findRejection(ctx, person, area, true)
  if (person && rejection === null) return person
  await auditDenial(ctx, person, rejection, device)
  const isElsewhere = rejection === 'wrongPassword' || rejection === 'noAccount'
  throw isElsewhere ? new ApiError('passkeyRejected') : rejectionError(ctx, rejection ?? 'passkeyRejected')
}

/** Opens a session after a passkey was verified. `recordUse` runs in the same transaction and may prevent it. */
export const openByPasskey = (
  ctx: CallContext,
  person: Person,
  device: Device,
  recordUse: TransactionCheck,
) => openSession(ctx, person, null, device, ctx.origin, { before: recordUse, byPasskey: true })

export const signIn = operation(sessionEndpoints.signIn, (ctx, { body, request }) => {
  const device = describeDevice(request.headers['user-agent'], ctx.origin.ip)
  return signInPerson(ctx, body, 'patient', device)
})

export const signInStaff = operation(sessionEndpoints.signInStaff, (ctx, { body, request }) => {
  const device = describeDevice(request.headers['user-agent'], ctx.origin.ip)
  return signInPerson(ctx, body, 'staff', device)
})

/**
 * Opens the session of a challenge if the code is right. Throws 400 with error number 8 for a wrong code or a challenge
 * that is over, and the account's own error if it may not sign in any more.
 */
export const answerSecondFactor = operation(secondFactorEndpoints.answer, async (ctx, { body, request }) => {
  const device = describeDevice(request.headers['user-agent'], ctx.origin.ip)

  const { personId, keyHash } = await attemptChallenge(ctx, body.challenge)
  const holder = requireOpenAccount(ctx, await findPerson(ctx, personId))
  const attempt = { holder, code: body.code, atSignIn: true, action: 'session.open', origin: ctx.origin }
  return runWithCode(ctx, attempt, (demandRight) =>
    openSession(ctx, holder, keyHash, device, ctx.origin, {
      before: async (tx) => {
        await demandRight(tx)
        if (!(await closeChallenge(tx, body.challenge))) throw new ApiError('challengeOver')
      },
    }),
  )
})

/**
 * Completes a sign-in with a password that staff typed. Throws 400 with error number 8 for a wrong code or a challenge that is over, and
 * the account's own error if it may not sign in any more.
 */
export const answerMailedCode = operation(mailedCodeEndpoints.answer, async (ctx, { body, request }) => {
  const device = describeDevice(request.headers['user-agent'], ctx.origin.ip)

  const { personId, keyHash, isRight } = await answerMailedChallenge(ctx, body.challenge, body.code)
  const found = await findPerson(ctx, personId)
  if (!isRight) {
    await auditDenial(ctx, found, 'wrongSecondFactor', device)
    throw new ApiError('wrongSecondFactor', { param: 'code' })
  }
  const person = requireOpenAccount(ctx, found)
  return continueSignIn(ctx, person, keyHash, await hasSecondFactor(ctx, person), device, ctx.origin)
})
