/** Sessions: found by their token, renewed and ended. A sign-in opens them. */

import { ApiError } from '@mi-portal/contract/api-error'
import { permissionsOf, permits } from '@mi-portal/contract/permissions'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Claim, Origin } from '../../platform/http/actor.ts'
import { tokenOf } from '../../platform/http/checks/admission.ts'
import { createKeyedHash, hashToken, newTemporaryPassword } from '../../platform/security/tokens.ts'
import { findPerson, toPatient } from '../people/people.service.ts'
import { forgetAccountLinks } from './account-links/create-account-links.ts'
import { forgetDevices } from './known-devices.store.ts'
import { forgetSecondFactor } from './second-factor/change-second-factor.ts'
import { deleteChallenges } from './second-factor/store-challenges.ts'
import {
  endedChannel,
  endOtherSessions,
  endSession,
  extendSession,
  findKeyOfSession,
  findSession,
  findSessionStart,
  isSessionStored,
  listStoredSessions,
  lockPerson,
  makeSessionOrdinary,
  openStoredSession,
  peekSession,
  type SessionEnd,
} from './session.store.ts'
import { forgetMailedCodes } from './sign-in/use-mailed-codes.ts'
import {
  deleteTemporaryKeys,
  hasRoomForTemporaryKey,
  listTemporaryKeys,
  putTemporaryKey,
} from './temporary-keys.store.ts'

/** Maximum number of cached session owners. */
const maxSessionOwners = 20_000

const createSessionOwners = () => new Map<string, Actor>()

const shortenTag = (hash: Buffer) => hash.subarray(0, 2)

// The owner of a token never changes, so it can be cached. Whether the session lives is checked at every call.
const getSessionOwners = (ctx: Context) => ctx.inMemory(createSessionOwners)

const getLatestBirths = (ctx: Context, now: Date) => ({
  adult_birth: latestBirth(ctx.ages.adult, dayOf(now)),
  reserve_birth: latestBirth(ctx.ages.reserve, dayOf(now)),
})

/** Ends every session of a person, with temporary passwords and challenges; the own password stays. */
export async function endAllSessions(
  ctx: Context,
  tx: Queries,
  personId: number,
  by: SessionEnd,
): Promise<void> {
  await endOtherSessions(tx, personId, ctx.clock.now(), by, 0)
  await deleteTemporaryKeys(tx, personId)
  await forgetMailedCodes(tx, personId)
  await deleteChallenges(tx, personId)
}

/**
 * Returns the actor of a token. Throws 401 with code 3 if another sign-in ended the session, and with code 10
 * otherwise.
 */
export async function openSessionOfToken(
  ctx: Context,
  token: string | undefined,
  claim: Claim | null,
  origin: Origin,
  passive: boolean,
): Promise<Actor> {
  if (token === undefined) throw new ApiError('noSession')
  const now = ctx.clock.now()
  const hash = hashToken(token)
  const secondFactorRequired = ctx.config.staffSecondFactor === 'required'
  const session = passive
    ? await peekSession(ctx, hash, now, getLatestBirths(ctx, now), secondFactorRequired)
    : await openStoredSession(ctx, hash, now, getLatestBirths(ctx, now), secondFactorRequired, claim, origin)
  if (session?.ended_by === 'taken-over') throw new ApiError('sessionTakenOver')
  if (!session?.live) throw new ApiError('noSession')
  const actor = {
    id: session.person_id,
    rol: session.rol,
    permissions: permissionsOf(session.rol, session.permission_set),
    sites: session.site_ids,
    isMinor: session.is_minor,
    documentType: session.document_type_id,
    sessionId: session.id,
    temporaryKey: session.temporary_key,
    lacksFactor: session.lacks_factor,
    lacksConsent: session.lacks_consent,
    isConfirmed: session.is_confirmed,
  }
  getSessionOwners(ctx).set(token, actor)
  const [oldest] = getSessionOwners(ctx).keys()
  if (getSessionOwners(ctx).size > maxSessionOwners && oldest !== undefined)
    getSessionOwners(ctx).delete(oldest)
  return actor
}

/**
 * Returns the member of staff who acts with a token, or null if the caller is a patient or signed in with a temporary
 * password. Throws 401 like {@link open}.
 */
export async function findStaffOfToken(ctx: Context, token: string, origin: Origin): Promise<Actor | null> {
  const actor = await openSessionOfToken(ctx, token, null, origin, false)
  return actor.rol === 'STANDART_ROLE' || actor.temporaryKey ? null : actor
}

/**
 * Returns the patient whose session a token of another service was created in, or the member of staff who books for the patient
 * `booksFor`. Throws 401 like {@link open} if the session has ended, was opened with a temporary password or is not a patient's, and `consentNeeded` while the
 * patient has to accept a legal text. Does not count as use of the session.
 */
export async function openSessionById(
  ctx: Context,
  sessionId: number | null,
  booksFor?: number,
): Promise<Actor> {
  if (sessionId === null) throw new ApiError('noSession')
  const now = ctx.clock.now()
  const session = await findSession(ctx, sessionId, now, getLatestBirths(ctx, now))
  if (session?.ended_by === 'taken-over') throw new ApiError('sessionTakenOver')
  if (!session?.live || session.temporary_key) throw new ApiError('noSession')
  if ((session.rol === 'STANDART_ROLE') !== (booksFor === undefined)) throw new ApiError('noSession')
  const permissions = permissionsOf(session.rol, session.permission_set)
  if (booksFor !== undefined && !permits(permissions, 'bookings.manage')) throw new ApiError('forbidden')
  if (session.lacks_consent) throw new ApiError('consentNeeded')
  return {
    id: session.person_id,
    rol: session.rol,
    permissions,
    sites: session.site_ids,
    documentType: session.document_type_id,
    isMinor: session.is_minor,
    sessionId: session.id,
    temporaryKey: false,
    lacksFactor: false,
    lacksConsent: false,
    isConfirmed: false,
    ...(booksFor === undefined ? {} : { booksFor }),
  }
}

export const findLastSeen = (ctx: Context, token: string | undefined): Actor | null =>
  (token === undefined ? undefined : getSessionOwners(ctx).get(token)) ?? null

/**
 * Creates a temporary password with its hash and tag for {@link giveKey}. Hashing takes long, so it must not happen
 * inside a transaction.
 */
export async function createTemporaryKey(ctx: Context) {
  const key = newTemporaryPassword()
  return {
    key,
    hash: await ctx.passwords.hash(key),
    tag: shortenTag(createKeyedHash(ctx.config.secrets, 'temporary-key').of(key)),
  }
}

/**
 * Lets the person also sign in with the temporary password, once, until `until`. The last three stay valid. `mailedTo` is the
 * address that alone receives the password, and using it verifies that address. Null: staff typed the password, which has no tag
 * and works only together with a code from the verified address.
 */
export const giveTemporaryKey = (
  ctx: Context,
  tx: Queries,
  personId: number,
  { hash, tag, until, mailedTo }: { hash: string; tag: Buffer | null; until: Date; mailedTo: string | null },
) => putTemporaryKey(tx, personId, { hash, tag, mailed_to: mailedTo }, ctx.clock.now(), until)

/** Returns whether the person can get another temporary password without voiding one. The caller holds the lock of the person. */
export const hasRoomForKey = (ctx: Context, tx: Queries, personId: number) =>
  hasRoomForTemporaryKey(tx, personId, ctx.clock.now())

/** Returns the temporary passwords of a person that the typed one can be: nearly always at most one. */
export const findTemporaryKeys = (ctx: Context, personId: number, typed: string) =>
  listTemporaryKeys(
    ctx,
    personId,
    createKeyedHash(ctx.config.secrets, 'temporary-key').candidates(typed).map(shortenTag),
    ctx.clock.now(),
  )

/**
 * Keeps only the caller's session after they chose a new password: it continues as an ordinary one, and all other
 * sessions, temporary passwords and challenges end.
 */
export async function keepOnlySession(ctx: Context, tx: Queries, actor: Actor) {
  await endOtherSessions(tx, actor.id, ctx.clock.now(), 'password-changed', actor.sessionId)
  await makeSessionOrdinary(tx, actor.sessionId)
  await deleteTemporaryKeys(tx, actor.id)
  await forgetMailedCodes(tx, actor.id)
  await deleteChallenges(tx, actor.id)
}

/**
 * Ends all sessions of a person, and removes what an earlier holder of the account could sign in with besides the password: known
 * devices, the second factor, passkeys, shares and the devices with messages. For an account that another person takes over, as an
 * adolescent or an adult does whose account was opened for them.
 */
export async function removeEarlierAccess(ctx: Context, tx: Queries, personId: number) {
  await endAllSessions(ctx, tx, personId, 'account-closed')
  await forgetDevices(tx, personId)
  await forgetSecondFactor(ctx, tx, personId)
  await forgetAccountLinks(tx, personId)
  await ctx.events.accountDisabled.announce(tx, { personId, at: ctx.clock.now(), cause: 'reopened' })
}

/** Returns whether a session still lives, for keys that must end with it. */
export const isSessionAlive = (ctx: Context, sessionId: number) =>
  isSessionStored(ctx, sessionId, ctx.clock.now(), getLatestBirths(ctx, ctx.clock.now()))

/** Returns which of these sessions still live, for streams that must end with them. */
export const findAliveSessions = (ctx: Context, ids: readonly number[]) =>
  listStoredSessions(ctx, ids, ctx.clock.now(), getLatestBirths(ctx, ctx.clock.now()))

/** Calls back with the id of every session that is ended from now on, on any server. Expiry does not call back. */
export const listenToSessionEnds = (ctx: Context, ended: (sessionId: number) => void): Promise<void> =>
  ctx.db.listen(endedChannel, { onMessage: (id) => ended(Number(id)), onGap: () => {} })

export const renewSession = operation(sessionEndpoints.renew, async (ctx, { params, request }) => {
  const token = tokenOf(request) ?? ''

  if (ctx.actor.id !== params.id) throw new ApiError('forbidden')
  await extendSession(ctx, ctx.actor.sessionId, ctx.clock.now())
  const person = await findPerson(ctx, params.id)
  if (!person) throw new ApiError('noSession')
  return { token, patient: toPatient(ctx, person, ctx.actor.temporaryKey) }
})

export const signOut = operation(sessionEndpoints.signOut, async (ctx, { params }) => {
  if (ctx.actor.id !== params.id) throw new ApiError('forbidden')
  await ctx.db.transaction(async (tx) => {
    await endSession(tx, ctx.actor.sessionId, ctx.clock.now(), 'signed-out')
    await ctx.events.signedOut.announce(tx, { sessionId: ctx.actor.sessionId })
    await ctx.auditLog.add(tx, {
      actorId: params.id,
      actorRole: ctx.actor.rol,
      action: 'session.end',
      patientId: null,
      origin: ctx.origin,
    })
  })
  return {}
})

/** Locks the sessions of a person until the transaction ends. */
export const lockSessions = lockPerson

/** Makes the person's temporary passwords void, for example because they were sent to an address that is no longer theirs. */
export const voidTemporaryKeys = deleteTemporaryKeys

/** Returns the temporary password of a session and whether a passkey still has to be proven; null after the session's end. */
export const getKeyOfSession = findKeyOfSession

export const getSessionStart = findSessionStart
