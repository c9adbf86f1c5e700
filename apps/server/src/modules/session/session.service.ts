/** Sessions: opened with a password, one for each account, and found again by their token. */
import { createHash } from 'node:crypto'
import { ApiError, type ApiErrorCode } from '@mi-portal/contract/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import { type Credentials, sessionLimits } from '@mi-portal/contract/session'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { brokenConstraint } from '../../platform/database/fault.ts'
import type { Actor, Claim, Origin } from '../../platform/http/actor.ts'
import type { AddressCaps } from '../../platform/security/address-caps.ts'
import type { Passwords } from '../../platform/security/passwords.ts'
import { hashToken, newTemporaryPassword, newToken } from '../../platform/security/tokens.ts'
import {
  callerNetwork,
  type Limit,
  limits,
  type Standing,
  type Subject,
  type Tries,
  triesUsedUp,
} from '../../platform/security/tries.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PeopleService } from '../people/people.service.ts'
import { type Device, devicesRemembered, isNews } from './devices.rules.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import { newDevice, passwordsGuessed } from './session.mails.ts'
import { type Door, doorOf, idleMinutes, refusalOf } from './session.rules.ts'
import { endedChannel, type SessionEnd, type SessionStore } from './session.store.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type TransactionCheck = (tx: Queries) => Promise<void>

/** Wrong passwords of one account within an hour after which its owner is notified. */
const noticeAfter = 5

/** Maximum number of cached session owners. */
const maxSessionOwners = 20_000

type SessionParts = {
  readonly db: Database
  readonly store: SessionStore
  readonly people: PeopleService
  readonly secondFactor: SecondFactorService
  /** Whether the installation requires a second factor of all staff. */
  readonly secondFactorRequired: boolean
  readonly passwords: Passwords
  readonly addressCaps: AddressCaps
  readonly tries: Tries
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly ages: Ages
}

/** Hashes a device together with its person, so that stored hashes do not show who has a device alike. */
function deviceHash(personId: number, device: Device): Uint8Array {
  return createHash('sha256').update(`${personId} ${device.words} ${device.network}`).digest()
}

export function sessionService(parts: SessionParts) {
  const { db, store, people, secondFactor, passwords, tries, audit, mail, clock, ages } = parts
  // The owner of a token never changes, so it can be cached. Whether the session lives is checked at every call.
  const sessionOwners = new Map<string, Actor>()

  // Returns the latest birth date of a person who is an adult today.
  const adultBirth = (now: Date) => latestBirth(ages.adult, dayOf(now))

  type Flood = {
    /**
     * The counts of this network for this account, of this network for all accounts, and of all networks for this
     * account.
     */
    readonly standings: readonly [own: Standing, network: Standing, account: Standing]
    readonly person: Person | null
    readonly device: Device
    readonly solution: string | undefined
  }

  /**
   * Throws 429 when this account was tried too often from this network. Where the network failed too often altogether, or
   * the account was tried too often from anywhere, a robot check has to be solved; in the second case not by a device that
   * its owner has used before.
   */
  async function rejectFlood({ standings, person, device, solution }: Flood): Promise<void> {
    const [own, network, account] = standings
    if (own.over) throw new ApiError('tooManySignIns', { retryAfter: own.retryAfter })
    const isKnown =
      account.over && person !== null && (await store.knows(person.id, deviceHash(person.id, device)))
    await parts.addressCaps.pass(isKnown ? [network] : [network, account], 'sign-in', solution)
  }

  /**
   * Counts a wrong password and returns how many the account had in the last hour from anywhere. Concurrent requests, on one
   * server or several, cannot exceed the limit of the network for this account. A password beyond that limit is not answered, so
   * it does not count against the account for other networks.
   */
  async function countWrong(limit: Limit, account: string, address: string): Promise<number> {
    const [{ over, retryAfter }] = await Promise.all([
      tries.take(limit, callerNetwork(address, account)),
      tries.count(limits.signInAddress, callerNetwork(address)),
    ])
    if (over) throw new ApiError('tooManySignIns', { retryAfter })
    return (await tries.count(limits.signInAccount, account)).count
  }

  /** Notifies the owner of an open account of a burst of wrong passwords, once a day on all servers together. */
  async function notifyOfGuesses(person: Person, count: number): Promise<void> {
    const { email } = person
    const isOpen = person.status === accountStatus.enabled && person.deleted_at === null
    if (count < noticeAfter || email === null || !isOpen) return
    const { over } = await tries.take(limits.signInNotice, String(person.id))
    if (over) return
    await db.transaction((tx) =>
      mail.queue(tx, passwordsGuessed, {
        recipient: email,
        person_id: person.id,
        data: { first_name: person.greeting_name, isStaff: doorOf(person.rol) === 'staff' },
      }),
    )
    mail.nudge()
  }

  /** Throws 429 if the account has reached its sign-in limit from this network. Does not count the attempt. */
  async function rejectIfLimited(limit: Limit, tried: Subject): Promise<void> {
    const { over, retryAfter } = await tries.look(limit, tried)
    if (over) throw new ApiError('tooManySignIns', { retryAfter })
  }

  /**
   * Opens a session and checks the sign-in limit in the same transaction. Throws 429 like {@link rejectIfLimited}, and
   * then no session is opened.
   */
  async function openWithinLimit<T>(
    limit: Limit,
    tried: Subject,
    open: (bar: TransactionCheck) => Promise<T>,
  ): Promise<T> {
    try {
      return await open((tx) => tries.bar(tx, limit, tried))
    } catch (error) {
      if (brokenConstraint(error) !== triesUsedUp) throw error
      const { retryAfter } = await tries.look(limit, tried)
      throw new ApiError('tooManySignIns', { retryAfter })
    }
  }

  /**
   * Returns which of the account's passwords this is: its own, the temporary one (with its hash), or none. A password
   * other than the account's own is verified twice, even without an account or a temporary password, so the response
   * time shows neither.
   */
  async function judge(person: Person | null, password: string, from: string) {
    const own = await passwords.verify(person?.password_hash ?? null, password, from)
    if (own) return { right: true, key: null }
    const key = await store.temporaryKey(person?.id ?? 0, clock.now())
    const isKey = await passwords.verify(key, password, from)
    return { right: isKey, key: isKey ? key : null }
  }

  /**
   * Opens a session. `bar` and `before` run before the session is written, in the same transaction, and an error of
   * either prevents the session. A plain sign-in sends the session's statement without waiting for the answer to `bar`.
   */
  async function openSession(
    person: Person,
    key: string | null,
    device: Device,
    origin: Origin,
    { bar, before }: { readonly bar?: TransactionCheck; readonly before?: TransactionCheck },
  ) {
    const token = newToken()
    const now = clock.now()
    const session = {
      person_id: person.id,
      token_hash: hashToken(token),
      temporary_key_hash: key,
      idle_minutes: idleMinutes(person.rol),
      now,
      expires_at: new Date(now.getTime() + sessionLimits.absolute * 60_000),
      device_hash: deviceHash(person.id, device),
    }
    const answer = { token, patient: people.present(person, key !== null) }
    // In nearly all sign-ins there is no session to end, no temporary password to use up and no device to notify.
    const isPlain = key === null && before === undefined
    if (isPlain) {
      const isOpen = await db.transaction(async (tx) => {
        const [done] = await Promise.all([
          store.insertAlone(tx, session, person.rol, origin, { device: device.words }),
          bar?.(tx),
        ])
        return done
      })
      if (isOpen) return answer
    }
    await db.transaction(async (tx) => {
      await store.lockPerson(tx, person.id)
      await bar?.(tx)
      await before?.(tx)
      if (key !== null && !(await store.spendKey(tx, person.id, key))) throw new ApiError('wrongPassword')
      const tookOver = await store.takeOver(tx, person.id, now, session.device_hash)
      const met = await store.meet(tx, person.id, session.device_hash, now, devicesRemembered)
      if (person.email !== null && isNews({ ...met, tookOver })) {
        await mail.queue(tx, newDevice, {
          recipient: person.email,
          person_id: person.id,
          data: {
            first_name: person.greeting_name,
            at: now,
            device: device.words,
            network: device.network,
            unknown: met.unknown,
            tookOver,
            home: doorOf(person.rol) === 'staff' ? '/admin' : '/',
          },
        })
      }
      await store.insert(tx, session)
      await audit.add(tx, {
        actorId: person.id,
        actorRole: person.rol,
        action: 'session.open',
        patientId: null,
        origin,
        detail: { device: device.words },
      })
    })
    mail.nudge()
    return answer
  }

  const standing = (person: Person) => ({
    rol: person.rol,
    status: person.status,
    deleted: person.deleted_at !== null,
    cameOfAge: people.hasComeOfAge(person),
  })

  /**
   * Opens the session of a challenge if the code is right. Throws 400 with error number 8 for a wrong code or a challenge
   * that is over, and the account's own error if it may not sign in any more.
   */
  async function answerSecondFactor(
    answer: { challenge: string; code: string },
    device: Device,
    origin: Origin,
  ) {
    const { personId, keyHash } = await secondFactor.take(answer.challenge)
    const person = await people.byId(personId)
    const refusal = person ? refusalOf(standing(person), doorOf(person.rol), true) : null
    if (!person || refusal !== null) throw new ApiError(refusal ?? 'challengeOver')
    const attempt = { holder: person, code: answer.code, atSignIn: true, action: 'session.open', origin }
    return secondFactor.withCode(attempt, (demandRight) =>
      openSession(person, keyHash, device, origin, {
        before: async (tx) => {
          await demandRight(tx)
          if (!(await secondFactor.closeChallenge(tx, answer.challenge))) throw new ApiError('challengeOver')
        },
      }),
    )
  }

  function auditRefusal(person: Person | null, refusal: ApiErrorCode | null, device: Device, origin: Origin) {
    return audit.note({
      actorId: person?.id ?? null,
      actorRole: person?.rol ?? 'anonymous',
      action: 'session.open',
      patientId: null,
      outcome: 'refused',
      origin,
      detail: { refusal, device: device.words },
    })
  }

  type Admitted = {
    readonly person: Person
    readonly key: string | null
    readonly door: Door
    readonly device: Device
    readonly origin: Origin
  }

  async function admit(
    { person, key, door, device, origin }: Admitted,
    { limit, tried, count }: { readonly limit: Limit; readonly tried: Subject; readonly count: number },
  ) {
    // In nearly all sign-ins nothing was counted before, and only the session has to be written.
    if (count === 0 && door === 'patient')
      return openWithinLimit(limit, tried, (bar) => openSession(person, key, device, origin, { bar }))
    await rejectIfLimited(limit, tried)
    if (count > 0) await tries.forget(limit, tried)
    if (door === 'staff' && (await secondFactor.isOn(person.id)))
      return { second_factor: true, challenge: await secondFactor.challenge(person.id, key) }
    return openSession(person, key, device, origin, {})
  }

  /**
   * Hashes the password again if it was hashed with less work than configured now. If the server is too busy, a later
   * sign-in does.
   */
  async function renewHash({ id, password_hash }: Person, password: string): Promise<void> {
    if (password_hash === null || !passwords.isOutdated(password_hash)) return
    try {
      await people.accounts.renewHash(id, password_hash, await passwords.hash(password))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  async function signIn(credentials: Credentials, door: Door, device: Device, origin: Origin) {
    const number = cleanDocument(credentials.document_type_id, credentials.document_number)
    const account = `${credentials.document_type_id}:${number}`
    const limit = door === 'staff' ? limits.signInStaff : limits.signIn
    const tried = callerNetwork(origin.ip, account)
    const [standings, person] = await Promise.all([
      tries.lookThree([
        [limit, tried],
        [limits.signInAddress, callerNetwork(origin.ip)],
        [limits.signInAccount, account],
      ]),
      people.byDocument(credentials.document_type_id, number),
    ])
    await rejectFlood({ standings, person, device, solution: credentials.altcha })
    const { right, key } = await judge(person, credentials.password, origin.ip)
    const wrongCount = right ? 0 : await countWrong(limit, account, origin.ip)
    const refusal = person ? refusalOf(standing(person), door, right) : ('noAccount' as const)
    if (refusal === null && person) {
      const count = standings[0].count
      const answer = await admit({ person, key, door, device, origin }, { limit, tried, count })
      if (key === null) await renewHash(person, credentials.password)
      return answer
    }
    if (right) await rejectIfLimited(limit, tried)
    await auditRefusal(person, refusal, device, origin)
    if (person !== null) await notifyOfGuesses(person, wrongCount)
    throw new ApiError(refusal ?? 'wrongPassword')
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
    const { secondFactorRequired } = parts
    const session = passive
      ? await store.glance(hash, now, adultBirth(now), secondFactorRequired)
      : await store.open(hash, now, adultBirth(now), secondFactorRequired, claim, origin)
    if (session?.ended_by === 'taken-over') throw new ApiError('sessionTakenOver')
    if (!session?.live) throw new ApiError('noSession')
    const actor = {
      id: session.person_id,
      rol: session.rol,
      isMinor: session.is_minor,
      documentType: session.document_type_id,
      sessionId: session.id,
      temporaryKey: session.temporary_key,
      lacksFactor: session.lacks_factor,
      lacksConsent: session.lacks_consent,
    }
    sessionOwners.set(token, actor)
    const [oldest] = sessionOwners.keys()
    if (sessionOwners.size > maxSessionOwners && oldest !== undefined) sessionOwners.delete(oldest)
    return actor
  }

  return {
    signIn: (credentials: Credentials, device: Device, origin: Origin) =>
      signIn(credentials, 'patient', device, origin),
    signInStaff: (credentials: Credentials, device: Device, origin: Origin) =>
      signIn(credentials, 'staff', device, origin),
    answerSecondFactor,

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
     * Returns the patient whose session a token of another service was created in. Throws 401 like {@link open} if
     * the session has ended, was opened with a temporary password or is not a patient's, and `consentNeeded` while the
     * patient has to accept a legal text. Does not count as use of the session.
     */
    openById: async (sessionId: number | null): Promise<Actor> => {
      if (sessionId === null) throw new ApiError('noSession')
      const now = clock.now()
      const session = await store.byId(sessionId, now, adultBirth(now))
      if (session?.ended_by === 'taken-over') throw new ApiError('sessionTakenOver')
      if (!session?.live || session.temporary_key || session.rol !== 'STANDART_ROLE')
        throw new ApiError('noSession')
      if (session.lacks_consent) throw new ApiError('consentNeeded')
      return {
        id: session.person_id,
        rol: session.rol,
        documentType: session.document_type_id,
        isMinor: session.is_minor,
        sessionId: session.id,
        temporaryKey: false,
        lacksFactor: false,
        lacksConsent: false,
      }
    },

    lastSeen: (token: string | undefined): Actor | null =>
      (token === undefined ? undefined : sessionOwners.get(token)) ?? null,

    /**
     * Creates a temporary password and its hash for {@link giveKey}. Hashing takes long, so it must not happen inside
     * a transaction.
     */
    newKey: async () => {
      const key = newTemporaryPassword()
      return { key, hash: await passwords.hash(key) }
    },
    /** Lets the person also sign in with the temporary password, once, until `until`. Any earlier one is void. */
    giveKey: (tx: Queries, personId: number, hash: string, until: Date) =>
      store.putKey(tx, personId, hash, clock.now(), until),
    /** Returns the hash of the temporary password that a session was opened with; null without one or after its end. */
    keyOfSession: store.keyOfSession,
    lock: store.lockPerson,

    /**
     * Keeps only the caller's session after they chose a new password: it continues as an ordinary one, and all other
     * sessions, temporary passwords and challenges end.
     */
    keepOnly: async (tx: Queries, actor: Actor) => {
      await store.endOthers(tx, actor.id, clock.now(), 'password-changed', actor.sessionId)
      await store.settle(tx, actor.sessionId)
      await store.dropKey(tx, actor.id)
      await secondFactor.dropChallenges(tx, actor.id)
    },

    /** Ends every session of a person, with temporary passwords and challenges; the own password stays. */
    endAll: async (tx: Queries, personId: number, by: SessionEnd) => {
      await store.endOthers(tx, personId, clock.now(), by, 0)
      await store.dropKey(tx, personId)
      await secondFactor.dropChallenges(tx, personId)
    },

    /** Forgets all devices with which a person has signed in. */
    forgetDevices: store.forgetDevices,

    /** Returns whether a session still lives, for keys that must end with it. */
    isAlive: (sessionId: number) => store.isAlive(sessionId, clock.now(), adultBirth(clock.now())),

    /** Returns which of these sessions still live, for streams that must end with them. */
    aliveOf: (ids: readonly number[]) => store.aliveOf(ids, clock.now(), adultBirth(clock.now())),
    /** Calls back with the id of every session that is ended from now on, on any server. Expiry does not call back. */
    onEnd: (ended: (sessionId: number) => void): Promise<void> =>
      db.listen(endedChannel, { onMessage: (id) => ended(Number(id)), onGap: () => {} }),

    renew: async (actor: Actor, id: number, token: string) => {
      if (actor.id !== id) throw new ApiError('forbidden')
      await store.push(actor.sessionId, clock.now())
      const person = await people.byId(id)
      if (!person) throw new ApiError('noSession')
      return { token, patient: people.present(person, actor.temporaryKey) }
    },

    signOut: async (actor: Actor, id: number, origin: Origin) => {
      if (actor.id !== id) throw new ApiError('forbidden')
      await db.transaction(async (tx) => {
        await store.end(tx, actor.sessionId, clock.now(), 'signed-out')
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

export type SessionService = ReturnType<typeof sessionService>
