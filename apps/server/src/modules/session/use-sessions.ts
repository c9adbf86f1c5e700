import { ApiError } from '@mi-portal/contract/calls/api-error'
import { listPermissions, permits } from '@mi-portal/contract/permissions/permissions'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { latestBirth, toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Claim, Origin } from '../../platform/http/actor.ts'
import { readToken } from '../../platform/http/checks/admission.ts'
import { createKeyedHash, hashToken, newTemporaryPassword } from '../../platform/security/tokens.ts'
import { findPerson, toPatient } from '../people/read-people.ts'
import { forgetAccountLinks } from './account-links/create-account-links.ts'
import { forgetDevices } from './known-devices.sql.ts'
import { forgetSecondFactor } from './second-factor/change-second-factor.ts'
import { deleteChallenges } from './second-factor/store-challenges.ts'
import * as sessionSql from './session.sql.ts'
import { forgetMailedCodes } from './sign-in/use-mailed-codes.ts'
import * as keysSql from './temporary-keys.sql.ts'

const maxSessionOwners = 20_000

const createSessionOwners = () => new Map<string, Actor>()

const shortenTag = (hash: Buffer) => hash.subarray(0, 2)

// The owner of a token never changes, so it can be cached. Whether the session lives is checked at every call.
const getSessionOwners = (ctx: Context) => ctx.inMemory(createSessionOwners)

function getNowAndBirths(ctx: Context) {
  const now = ctx.clock.now()
  return {
    now,
    adult_birth: latestBirth(ctx.ages.adult, toDay(now)),
    reserve_birth: latestBirth(ctx.ages.reserve, toDay(now)),
  }
}

/** Ends every session of a person but the kept one, with temporary passwords and challenges; the own password stays. */
export async function endAllSessions(
  ctx: Context,
  tx: Queries,
  person_id: number,
  ended_by: sessionSql.SessionEnd,
  kept_id = 0,
): Promise<void> {
  await tx.run(sessionSql.endOtherSessions, { person_id, now: ctx.clock.now(), ended_by, kept_id })
  await voidTemporaryKeys(tx, person_id)
  await forgetMailedCodes(tx, person_id)
  await deleteChallenges(tx, person_id)
}

/** Returns the actor of a token. Throws 401 with code 3 if another sign-in ended the session, and with code 10 otherwise. */
export async function openSessionOfToken(
  ctx: Context,
  token: string | undefined,
  claim: Claim | null,
  origin: Origin,
  passive: boolean,
): Promise<Actor> {
  if (token === undefined) throw new ApiError('noSession')
  const given = {
    token_hash: hashToken(token),
    ...getNowAndBirths(ctx),
    staff_need_factor: ctx.config.staffSecondFactor === 'required',
  }
  const [session] = passive
    ? await ctx.db.run(sessionSql.peekSession, given)
    : await ctx.db.run(sessionSql.openStoredSession, {
        ...given,
        action: claim?.action ?? null,
        patient_id: claim?.patientId ?? null,
        object: claim?.object ?? null,
        ip: origin.ip,
        request_id: origin.requestId,
        may_lack_consent: claim?.beforeConsent ?? false,
        needs_confirmation: claim?.stepUp ?? false,
      })
  if (session?.ended_by === 'taken-over') throw new ApiError('sessionTakenOver')
  if (!session?.live) throw new ApiError('noSession')
  const actor = {
    id: session.person_id,
    rol: session.rol,
    permissions: listPermissions(session.rol, session.permission_set),
    sites: session.site_ids,
    isMinor: session.is_minor,
    documentType: session.document_type_id,
    sessionId: session.id,
    temporaryKey: session.temporary_key,
    lacksFactor: session.lacks_factor,
    lacksConsent: session.lacks_consent,
    isConfirmed: session.is_confirmed,
  }
  const owners = getSessionOwners(ctx)
  owners.set(token, actor)
  const [oldest] = owners.keys()
  if (owners.size > maxSessionOwners && oldest !== undefined) owners.delete(oldest)
  return actor
}

/** Returns the member of staff, or null for a patient or a temporary password. Throws 401 like {@link open}. */
export async function findStaffOfToken(ctx: Context, token: string, origin: Origin): Promise<Actor | null> {
  const actor = await openSessionOfToken(ctx, token, null, origin, false)
  return !isStaff(actor) || actor.temporaryKey ? null : actor
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
  const [session] = await ctx.db.run(sessionSql.findSession, { id: sessionId, ...getNowAndBirths(ctx) })
  if (session?.ended_by === 'taken-over') throw new ApiError('sessionTakenOver')
  if (!session?.live || session.temporary_key) throw new ApiError('noSession')
  if (isStaff(session) === (booksFor === undefined)) throw new ApiError('noSession')
  const permissions = listPermissions(session.rol, session.permission_set)
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

/** Hashing takes long, so this must not be called inside a transaction. */
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
) =>
  tx.run(keysSql.insertTemporaryKey, {
    person_id: personId,
    hash,
    tag,
    mailed_to: mailedTo,
    now: ctx.clock.now(),
    expires_at: until,
  })

/** Returns whether the person can get another temporary password without voiding one. The caller holds the lock of the person. */
export async function hasRoomForKey(ctx: Context, tx: Queries, personId: number): Promise<boolean> {
  const [stored] = await tx.run(keysSql.countTemporaryKeys, { person_id: personId, now: ctx.clock.now() })
  return (stored?.count ?? 0) < keysSql.mostTemporaryKeys
}

export const findTemporaryKeys = (ctx: Context, personId: number, typed: string) =>
  ctx.db.run(keysSql.listTemporaryKeys, {
    person_id: personId,
    tags: createKeyedHash(ctx.config.secrets, 'temporary-key').candidates(typed).map(shortenTag),
    now: ctx.clock.now(),
  })

export async function keepOnlySession(ctx: ActorContext, tx: Queries) {
  const { id, sessionId } = ctx.actor
  await tx.run(sessionSql.makeSessionOrdinary, { id: sessionId })
  await endAllSessions(ctx, tx, id, 'password-changed', sessionId)
}

/**
 * Ends all sessions of a person, and removes what an earlier holder of the account could sign in with besides the password: known
 * devices, the second factor, passkeys, shares and the devices with messages. For an account that another person takes over, as an
 * adolescent or an adult does whose account was opened for them.
 */
export async function removeEarlierAccess(ctx: Context, tx: Queries, personId: number) {
  await endAllSessions(ctx, tx, personId, 'account-closed')
  await tx.run(forgetDevices, { person_id: personId })
  await forgetSecondFactor(ctx, tx, personId)
  await forgetAccountLinks(tx, personId)
  await ctx.events.accountDisabled.announce(tx, { personId, at: ctx.clock.now(), cause: 'reopened' })
}

export const isSessionAlive = async (ctx: Context, sessionId: number) =>
  (await ctx.db.run(sessionSql.findLiveSession, { id: sessionId, ...getNowAndBirths(ctx) })).length > 0

export const findAliveSessions = async (ctx: Context, ids: readonly number[]) =>
  (await ctx.db.run(sessionSql.listLiveSessions, { ids, ...getNowAndBirths(ctx) })).map(({ id }) => id)

/** Calls back with the id of every session that is ended from now on, on any server. Expiry does not call back. */
export const listenToSessionEnds = (ctx: Context, ended: (sessionId: number) => void): Promise<void> =>
  ctx.db.listen(sessionSql.endedChannel, { onMessage: (id) => ended(Number(id)), onGap: () => {} })

export const renewSession = operation(sessionEndpoints.renew, async (ctx, { params, request }) => {
  const token = readToken(request) ?? ''

  if (ctx.actor.id !== params.id) throw new ApiError('forbidden')
  await ctx.db.run(sessionSql.extendSession, { id: ctx.actor.sessionId, now: ctx.clock.now() })
  const person = await findPerson(ctx, params.id)
  if (!person) throw new ApiError('noSession')
  return { token, patient: toPatient(ctx, person, ctx.actor.temporaryKey) }
})

export const signOut = operation(sessionEndpoints.signOut, async (ctx, { params }) => {
  if (ctx.actor.id !== params.id) throw new ApiError('forbidden')
  await ctx.db.transaction(async (tx) => {
    const { sessionId } = ctx.actor
    await tx.run(sessionSql.endSession, { id: sessionId, now: ctx.clock.now(), ended_by: 'signed-out' })
    await ctx.events.signedOut.announce(tx, { sessionId })
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

/** Locks the sessions of a person until the transaction ends: concurrent sign-ins of one account wait for each other. */
export async function lockSessions(tx: Queries, personId: number): Promise<void> {
  await tx.run(sessionSql.lockPerson, { person_id: personId })
}

export async function voidTemporaryKeys(tx: Queries, personId: number): Promise<void> {
  await tx.run(keysSql.deleteTemporaryKeys, { person_id: personId })
}

/**
 * Returns the hash of the temporary password that a session was opened with (null without one), and whether its account has a
 * passkey, but nothing besides the password was proven in the session. Null after the end of the session.
 */
export const getKeyOfSession = async (ctx: Context, id: number) =>
  (await ctx.db.run(sessionSql.findKeyOfSession, { id }))[0] ?? null

export const getSessionStart = async (ctx: Context, id: number) =>
  (await ctx.db.run(sessionSql.findSessionStart, { id }))[0]?.created_at ?? null
