/** Sessions: opened by a password, one for each account, found again by their token. */
import { createHash } from 'node:crypto'
import { Failure, type FailureCode } from '@mi-portal/contract/failure'
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
import { type Limit, limits, type Standing, type Tries, triesUsedUp } from '../../platform/security/tries.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PeopleService } from '../people/people.service.ts'
import { type Device, devicesRemembered, isNews } from './devices.rules.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import { newDevice } from './session.mails.ts'
import { type Door, doorOf, idleMinutes, refusalOf } from './session.rules.ts'
import { endedChannel, type SessionEnd, type SessionStore } from './session.store.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type Asked = (tx: Queries) => Promise<void>

/** Sessions of which it is remembered whose they are. */
const mostSeen = 20_000

type SessionParts = {
  readonly db: Database
  readonly store: SessionStore
  readonly people: PeopleService
  readonly secondFactor: SecondFactorService
  /** The installation demands a second factor of all staff. */
  readonly secondFactorRequired: boolean
  readonly passwords: Passwords
  readonly addressCaps: AddressCaps
  readonly tries: Tries
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly ages: Ages
}

/** What is kept of a device: of no use to whoever wants to know who else has one like it. */
function deviceHash(personId: number, device: Device): Uint8Array {
  return createHash('sha256').update(`${personId} ${device.words} ${device.network}`).digest()
}

export function sessionService(parts: SessionParts) {
  const { db, store, people, secondFactor, passwords, tries, audit, mail, clock, ages } = parts
  // Whose session a token is never changes; whether it lives is asked at every call.
  const seen = new Map<string, Actor>()

  // Who was born on this day or before it is an adult today.
  const adultBirth = (now: Date) => latestBirth(ages.adult, dayOf(now))

  /** Throws 429 when this account was tried too often from this address, or the address failed too often altogether and brings no solved robot check. */
  async function refuseFlood(own: Standing, address: Standing, solution: string | undefined): Promise<void> {
    if (own.over) throw new Failure('tooManySignIns', { retryAfter: own.retryAfter })
    await parts.addressCaps.pass([address], 'sign-in', solution)
  }

  /** Tries made at once, on whichever servers, are all let in: no more of them are answered than one after another would be. */
  async function countWrong(limit: Limit, tried: string, address: string): Promise<void> {
    const { over, retryAfter } = await tries.take(limit, tried)
    await tries.count(limits.signInAddress, address)
    if (over) throw new Failure('tooManySignIns', { retryAfter })
  }

  /** The same for a right password. */
  async function refuseLate(limit: Limit, tried: string): Promise<void> {
    const { over, retryAfter } = await tries.look(limit, tried)
    if (over) throw new Failure('tooManySignIns', { retryAfter })
  }

  /** The same where a session is opened, which asks by the way. */
  async function barred<T>(limit: Limit, tried: string, open: (bar: Asked) => Promise<T>): Promise<T> {
    try {
      return await open((tx) => tries.bar(tx, limit, tried))
    } catch (error) {
      if (brokenConstraint(error) !== triesUsedUp) throw error
      const { retryAfter } = await tries.look(limit, tried)
      throw new Failure('tooManySignIns', { retryAfter })
    }
  }

  /** Which of the account's passwords this is: its own, the temporary one (with its hash), or none. */
  async function judge(person: Person | null, password: string, from: string) {
    const own = await passwords.verify(person?.password_hash ?? null, password, from)
    if (own || !person) return { right: own, key: null }
    const key = await store.temporaryKey(person.id, clock.now())
    return key !== null && (await passwords.verify(key, password, from))
      ? { right: true, key }
      : { right: false, key: null }
  }

  /**
   * `bar` and `before` are asked first, by the same transaction, and what they throw keeps the session shut; `bar` needs
   * no answer before the next thing is said.
   */
  async function openSession(
    person: Person,
    key: string | null,
    device: Device,
    origin: Origin,
    { bar, before }: { readonly bar?: Asked; readonly before?: Asked },
  ) {
    const token = newToken()
    const now = clock.now()
    const session = {
      personId: person.id,
      tokenHash: hashToken(token),
      temporaryKey: key,
      idleMinutes: idleMinutes(person.rol),
      now,
      expiresAt: new Date(now.getTime() + sessionLimits.absolute * 60_000),
      device: deviceHash(person.id, device),
    }
    const answer = { token, patient: people.present(person, key !== null) }
    // Nearly always there is no session to end, no key to spend and no device that is news.
    const isPlain = key === null && before === undefined
    const isOpen: boolean[] = []
    if (isPlain)
      await db.atOnceWithOthers((tx) => [
        ...(bar ? [bar(tx)] : []),
        store.insertAlone(tx, session, person.rol, origin).then((done) => isOpen.push(done)),
      ])
    if (isOpen[0]) return answer
    await db.transaction(async (tx) => {
      await store.lockPerson(tx, person.id)
      await bar?.(tx)
      await before?.(tx)
      if (key !== null && !(await store.spendKey(tx, person.id, key))) throw new Failure('wrongPassword')
      const tookOver = await store.takeOver(tx, person.id, now, session.device)
      const met = await store.meet(tx, person.id, session.device, now, devicesRemembered)
      if (person.email !== null && isNews({ ...met, tookOver })) {
        await mail.queue(tx, newDevice, {
          recipient: person.email,
          person_id: person.id,
          data: {
            first_name: person.first_name,
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

  /** Opens the session of a challenge whose code is right; 400 with number 8 otherwise. */
  async function answerSecondFactor(
    answer: { challenge: string; code: string },
    device: Device,
    origin: Origin,
  ) {
    const { personId, keyHash } = await secondFactor.take(answer.challenge)
    await secondFactor.refuseFlood(personId, origin)
    const person = await people.byId(personId)
    const refusal = person ? refusalOf(standing(person), doorOf(person.rol), true) : null
    if (!person || refusal !== null) throw new Failure(refusal ?? 'challengeOver')
    let wrong = false
    try {
      const before = async (tx: Queries) => {
        wrong = !(await secondFactor.check(tx, person, answer.code))
        if (wrong) throw new Failure('wrongSecondFactor', { param: 'code' })
        if (!(await secondFactor.closeChallenge(tx, answer.challenge))) throw new Failure('challengeOver')
      }
      return await openSession(person, keyHash, device, origin, { before })
    } catch (error) {
      if (wrong) await secondFactor.noteWrong(personId, person.rol, 'session.open', origin)
      throw error
    }
  }

  function noteRefusal(person: Person | null, refusal: FailureCode | null, origin: Origin) {
    return audit.note({
      actorId: person?.id ?? null,
      actorRole: person?.rol ?? 'anonymous',
      action: 'session.open',
      patientId: null,
      outcome: 'refused',
      origin,
      detail: { refusal },
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
    { limit, tried, count }: { readonly limit: Limit; readonly tried: string; readonly count: number },
  ) {
    // Nearly always nothing was counted, and nothing but the session comes next.
    if (count === 0 && door === 'patient')
      return barred(limit, tried, (bar) => openSession(person, key, device, origin, { bar }))
    await refuseLate(limit, tried)
    if (count > 0) await tries.forget(limit, tried)
    if (door === 'staff' && (await secondFactor.isOn(person.id)))
      return { second_factor: true, challenge: await secondFactor.challenge(person.id, key) }
    return openSession(person, key, device, origin, {})
  }

  async function signIn(credentials: Credentials, door: Door, device: Device, origin: Origin) {
    const number = cleanDocument(credentials.document_type_id, credentials.document_number)
    const account = `${credentials.document_type_id}:${number}`
    const limit = door === 'staff' ? limits.signInStaff : limits.signIn
    const tried = `${account} ${origin.ip}`
    const [[own, address], person] = await Promise.all([
      tries.lookBoth([limit, tried], [limits.signInAddress, origin.ip]),
      people.byDocument(credentials.document_type_id, number),
    ])
    await refuseFlood(own, address, credentials.altcha)
    const { right, key } = await judge(person, credentials.password, origin.ip)
    if (!right) await countWrong(limit, tried, origin.ip)
    const refusal = person ? refusalOf(standing(person), door, right) : ('noAccount' as const)
    if (refusal === null && person)
      return admit({ person, key, door, device, origin }, { limit, tried, count: own.count })
    if (right) await refuseLate(limit, tried)
    await noteRefusal(person, refusal, origin)
    throw new Failure(refusal ?? 'wrongPassword')
  }

  return {
    signIn: (credentials: Credentials, device: Device, origin: Origin) =>
      signIn(credentials, 'patient', device, origin),
    signInStaff: (credentials: Credentials, device: Device, origin: Origin) =>
      signIn(credentials, 'staff', device, origin),
    answerSecondFactor,

    /** The actor behind a token; 401 with code 3 when another sign-in ended the session, else with code 10. */
    open: async (
      token: string | undefined,
      claim: Claim | null,
      origin: Origin,
      passive: boolean,
    ): Promise<Actor> => {
      if (token === undefined) throw new Failure('noSession')
      const now = clock.now()
      const hash = hashToken(token)
      const { secondFactorRequired } = parts
      const session = passive
        ? await store.glance(hash, now, adultBirth(now), secondFactorRequired)
        : await store.open(hash, now, adultBirth(now), secondFactorRequired, claim, origin)
      if (session?.ended_by === 'taken-over') throw new Failure('sessionTakenOver')
      if (!session?.live) throw new Failure('noSession')
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
      seen.set(token, actor)
      const [oldest] = seen.keys()
      if (seen.size > mostSeen && oldest !== undefined) seen.delete(oldest)
      return actor
    },

    /**
     * The patient whose session a token of another service was made in; 401 as {@link open} where it lives no more. It
     * does not count as use of the session.
     */
    openById: async (sessionId: number | null): Promise<Actor> => {
      if (sessionId === null) throw new Failure('noSession')
      const now = clock.now()
      const session = await store.byId(sessionId, now, adultBirth(now))
      if (session?.ended_by === 'taken-over') throw new Failure('sessionTakenOver')
      if (!session?.live || session.temporary_key || session.rol !== 'STANDART_ROLE')
        throw new Failure('noSession')
      if (session.lacks_consent) throw new Failure('consentNeeded')
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
      (token === undefined ? undefined : seen.get(token)) ?? null,

    /** A new temporary password, and its hash for {@link giveKey}: hashing takes long, a transaction should not wait for it. */
    newKey: async () => {
      const key = newTemporaryPassword()
      return { key, hash: await passwords.hash(key) }
    },
    /** From now until then the person may sign in with the temporary password too, once; any before it is void. */
    giveKey: (tx: Queries, personId: number, hash: string, until: Date) =>
      store.putKey(tx, personId, hash, clock.now(), until),
    /** Hash of the temporary password that a session was opened with, or null. */
    keyOfSession: store.keyOfSession,
    lock: store.lockPerson,

    /** After the caller chose a new password: their session goes on as an ordinary one, and nothing else opens or stays open. */
    keepOnly: async (tx: Queries, actor: Actor) => {
      await store.endOthers(tx, actor.id, clock.now(), 'password-changed', actor.sessionId)
      await store.settle(tx, actor.sessionId)
      await store.dropKey(tx, actor.id)
      await secondFactor.dropChallenges(tx, actor.id)
    },

    /** Ends every session of a person, and all that could open one but the password. */
    endAll: async (tx: Queries, personId: number, by: SessionEnd) => {
      await store.endOthers(tx, personId, clock.now(), by, 0)
      await store.dropKey(tx, personId)
      await secondFactor.dropChallenges(tx, personId)
    },

    /** Whether a session still lives, for keys that must die with it. */
    isAlive: (sessionId: number) => store.isAlive(sessionId, clock.now(), adultBirth(clock.now())),

    /** Which of these sessions live, for streams that must end with them. */
    aliveOf: (ids: readonly number[]) => store.aliveOf(ids, clock.now(), adultBirth(clock.now())),
    /** Calls back with the id of every session that is ended from now on, on whichever server. */
    onEnd: (ended: (sessionId: number) => void): Promise<void> =>
      db.listen(endedChannel, { onMessage: (id) => ended(Number(id)), onGap: () => {} }),

    renew: async (actor: Actor, id: number, token: string) => {
      if (actor.id !== id) throw new Failure('forbidden')
      await store.push(actor.sessionId, clock.now())
      const person = await people.byId(id)
      if (!person) throw new Failure('noSession')
      return { token, patient: people.present(person, actor.temporaryKey) }
    },

    signOut: async (actor: Actor, id: number, origin: Origin) => {
      if (actor.id !== id) throw new Failure('forbidden')
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
