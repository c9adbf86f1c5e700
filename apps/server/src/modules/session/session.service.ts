/** Sessions: found by their token, renewed and ended. A sign-in opens them. */
import { ApiError } from '@mi-portal/contract/api-error'
import { permissionsOf, permits } from '@mi-portal/contract/permissions'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Claim, Origin } from '../../platform/http/actor.ts'
import type { Passwords } from '../../platform/security/passwords.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createKeyedHash, hashToken, newTemporaryPassword } from '../../platform/security/tokens.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { AccountLinksService } from './account-links/account-links.service.ts'
import type { SecondFactorService } from './second-factor/second-factor.service.ts'
import { endedChannel, type SessionEnd, type SessionStore } from './session.store.ts'
import type { MailedCodesService } from './sign-in/mailed-codes.service.ts'

/** Maximum number of cached session owners. */
const maxSessionOwners = 20_000

/** A person signed out of a session. */
export type SignedOut = { readonly sessionId: number }

type SessionServiceDependencies = {
  readonly db: Database
  readonly store: SessionStore
  readonly people: PeopleService
  readonly secondFactor: SecondFactorService
  readonly mailedCodes: Pick<MailedCodesService, 'forget'>
  /** Whether the installation requires a second factor of all staff. */
  readonly secondFactorRequired: boolean
  readonly passwords: Passwords
  readonly secrets: Secrets
  readonly audit: Audit
  readonly clock: Clock
  readonly ages: Ages
  readonly signedOut: DomainEvent<SignedOut>
  readonly links: Pick<AccountLinksService, 'forget'>
  readonly accountDisabled: DomainEvent<AccountEnded>
}

export function createSessionService(dependencies: SessionServiceDependencies) {
  const { db, store, people, secondFactor, mailedCodes, passwords, audit, clock, ages } = dependencies
  const { signedOut } = dependencies
  const keyTags = createKeyedHash(dependencies.secrets, 'temporary-key')
  const shortenTag = (hash: Buffer) => hash.subarray(0, 2)
  // The owner of a token never changes, so it can be cached. Whether the session lives is checked at every call.
  const sessionOwners = new Map<string, Actor>()

  const latestBirths = (now: Date) => ({
    adult_birth: latestBirth(ages.adult, dayOf(now)),
    reserve_birth: latestBirth(ages.reserve, dayOf(now)),
  })

  /** Ends every session of a person, with temporary passwords and challenges; the own password stays. */
  async function endAll(tx: Queries, personId: number, by: SessionEnd): Promise<void> {
    await store.endOthers(tx, personId, clock.now(), by, 0)
    await store.deleteKeys(tx, personId)
    await mailedCodes.forget(tx, personId)
    await secondFactor.deleteChallenges(tx, personId)
  }

  /**
   * Returns the actor of a token. Throws 401 with code 3 if another sign-in ended the session, and with code 10
   * otherwise.
   */
  async function open(
    token: string | undefined,
    claim: Claim | null,
    origin: Origin,
    passive: boolean,
  ): Promise<Actor> {
    if (token === undefined) throw new ApiError('noSession')
    const now = clock.now()
    const hash = hashToken(token)
    const { secondFactorRequired } = dependencies
    const session = passive
      ? await store.peekSession(hash, now, latestBirths(now), secondFactorRequired)
      : await store.open(hash, now, latestBirths(now), secondFactorRequired, claim, origin)
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
    sessionOwners.set(token, actor)
    const [oldest] = sessionOwners.keys()
    if (sessionOwners.size > maxSessionOwners && oldest !== undefined) sessionOwners.delete(oldest)
    return actor
  }

  return {
    open,
    /**
     * Returns the member of staff who acts with a token, or null if the caller is a patient or signed in with a temporary
     * password. Throws 401 like {@link open}.
     */
    staffOf: async (token: string, origin: Origin): Promise<Actor | null> => {
      const actor = await open(token, null, origin, false)
      return actor.rol === 'STANDART_ROLE' || actor.temporaryKey ? null : actor
    },

    /**
     * Returns the patient whose session a token of another service was created in, or the member of staff who books for the patient
     * `booksFor`. Throws 401 like {@link open} if the session has ended, was opened with a temporary password or is not a patient's, and `consentNeeded` while the
     * patient has to accept a legal text. Does not count as use of the session.
     */
    openById: async (sessionId: number | null, booksFor?: number): Promise<Actor> => {
      if (sessionId === null) throw new ApiError('noSession')
      const now = clock.now()
      const session = await store.byId(sessionId, now, latestBirths(now))
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
    },

    lastSeen: (token: string | undefined): Actor | null =>
      (token === undefined ? undefined : sessionOwners.get(token)) ?? null,

    /**
     * Creates a temporary password with its hash and tag for {@link giveKey}. Hashing takes long, so it must not happen
     * inside a transaction.
     */
    newKey: async () => {
      const key = newTemporaryPassword()
      return { key, hash: await passwords.hash(key), tag: shortenTag(keyTags.of(key)) }
    },
    /**
     * Lets the person also sign in with the temporary password, once, until `until`. The last three stay valid. `mailedTo` is the
     * address that alone receives the password, and using it verifies that address. Null: staff typed the password, which has no tag
     * and works only together with a code from the verified address.
     */
    giveKey: (
      tx: Queries,
      personId: number,
      {
        hash,
        tag,
        until,
        mailedTo,
      }: { hash: string; tag: Buffer | null; until: Date; mailedTo: string | null },
    ) => store.putKey(tx, personId, { hash, tag, mailed_to: mailedTo }, clock.now(), until),
    /** Returns whether the person can get another temporary password without voiding one. The caller holds the lock of the person. */
    hasRoomForKey: (tx: Queries, personId: number) => store.hasRoomForKey(tx, personId, clock.now()),
    /** Returns the temporary passwords of a person that the typed one can be: nearly always at most one. */
    findKeys: (personId: number, typed: string) =>
      store.temporaryKeys(personId, keyTags.candidates(typed).map(shortenTag), clock.now()),
    /** Makes the person's temporary passwords void, for example because they were sent to an address that is no longer theirs. */
    voidKeys: store.deleteKeys,
    /** Returns the temporary password of a session and whether a passkey still has to be proven; null after the session's end. */
    keyOfSession: store.keyOfSession,
    lock: store.lockPerson,
    openedAt: store.openedAt,

    /**
     * Keeps only the caller's session after they chose a new password: it continues as an ordinary one, and all other
     * sessions, temporary passwords and challenges end.
     */
    keepOnly: async (tx: Queries, actor: Actor) => {
      await store.endOthers(tx, actor.id, clock.now(), 'password-changed', actor.sessionId)
      await store.makeOrdinary(tx, actor.sessionId)
      await store.deleteKeys(tx, actor.id)
      await mailedCodes.forget(tx, actor.id)
      await secondFactor.deleteChallenges(tx, actor.id)
    },

    endAll,

    /**
     * Ends all sessions of a person, and removes what an earlier holder of the account could sign in with besides the password: known
     * devices, the second factor, passkeys, shares and the devices with messages. For an account that another person takes over, as an
     * adolescent or an adult does whose account was opened for them.
     */
    removeEarlierAccess: async (tx: Queries, personId: number) => {
      await endAll(tx, personId, 'account-closed')
      await store.forgetDevices(tx, personId)
      await secondFactor.forget(tx, personId)
      await dependencies.links.forget(tx, personId)
      await dependencies.accountDisabled.announce(tx, { personId, at: clock.now(), cause: 'reopened' })
    },

    /** Returns whether a session still lives, for keys that must end with it. */
    isAlive: (sessionId: number) => store.isAlive(sessionId, clock.now(), latestBirths(clock.now())),

    /** Returns which of these sessions still live, for streams that must end with them. */
    findAlive: (ids: readonly number[]) => store.findAlive(ids, clock.now(), latestBirths(clock.now())),
    /** Calls back with the id of every session that is ended from now on, on any server. Expiry does not call back. */
    onEnd: (ended: (sessionId: number) => void): Promise<void> =>
      db.listen(endedChannel, { onMessage: (id) => ended(Number(id)), onGap: () => {} }),

    renew: async (actor: Actor, id: number, token: string) => {
      if (actor.id !== id) throw new ApiError('forbidden')
      await store.extendSession(actor.sessionId, clock.now())
      const person = await people.byId(id)
      if (!person) throw new ApiError('noSession')
      return { token, patient: people.present(person, actor.temporaryKey) }
    },

    signOut: async (actor: Actor, id: number, origin: Origin) => {
      if (actor.id !== id) throw new ApiError('forbidden')
      await db.transaction(async (tx) => {
        await store.end(tx, actor.sessionId, clock.now(), 'signed-out')
        await signedOut.announce(tx, { sessionId: actor.sessionId })
        await audit.add(tx, {
          actorId: id,
          actorRole: actor.rol,
          action: 'session.end',
          patientId: null,
          origin,
        })
      })
    },
  }
}

export type SessionService = ReturnType<typeof createSessionService>
