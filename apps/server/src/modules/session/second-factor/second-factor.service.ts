/**
 * Manages the second factor of an account: set up with a QR code, required at the sign-in, and replaced by a recovery code
 * if the telephone is lost.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { DomainEvent } from '../../../platform/composition/domain-event.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import type { MailTemplate } from '../../../platform/mail-layout.ts'
import type { Passwords } from '../../../platform/security/passwords.ts'
import { limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import { createSealer } from '../../../platform/security/seal.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { describeSecret, newSecret, stepOf } from '../../../platform/security/time-codes.ts'
import { createKeyedHash, hashToken, newRecoveryCode, newToken } from '../../../platform/security/tokens.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { PeopleService } from '../../people/people.service.ts'
import {
  codesGuessed,
  passwordVoided,
  recoveryCodesReplaced,
  recoveryCodeUsed,
  secondFactorRemoved,
  secondFactorReset,
  secondFactorSet,
} from './second-factor.mails.ts'
import { noticeAfter, readCode, secondFactorLimits, voidsPassword } from './second-factor.rules.ts'
import type { SecondFactorStore } from './second-factor.store.ts'

type SecondFactorDependencies = {
  readonly db: Database
  readonly store: SecondFactorStore
  readonly people: PeopleService
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly secrets: Secrets
  readonly passwords: Passwords
  /** Ends the sessions of a person except one (0: all). */
  readonly endSessions: (tx: Queries, personId: number, now: Date, but: number) => Promise<void>
  /** Announced when two members of staff removed everything that a person lost. */
  readonly secondFactorReset: DomainEvent<SecondFactorReset>
  /** The name that authenticator apps show for the account's provider. */
  readonly branding: { readonly product: string; readonly brand: string }
  /** Whether the installation requires a second factor of all staff. */
  readonly required: boolean
}

export type SecondFactorReset = { readonly personId: number }

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

/** The owner of a second factor, and the mail address for notifications. */
type Holder = Pick<Person, 'id' | 'greeting_name' | 'email'>

/** A typed code and its context. */
type Attempt = {
  readonly holder: Holder & Pick<Person, 'rol'>
  readonly code: string
  /** True after the right password in a sign-in, false in a session that is open already. */
  readonly atSignIn: boolean
  /** The name of the attempt in the audit log. */
  readonly action: string
  readonly origin: Origin
}

export function createSecondFactorService(dependencies: SecondFactorDependencies) {
  const { db, store, people, passwords, rateLimiter, audit, mail, clock } = dependencies
  const sealer = createSealer(dependencies.secrets, 'second-factor')
  const codeHashes = createKeyedHash(dependencies.secrets, 'recovery-code')
  const place = (personId: number) => `second-factor ${personId}`

  /**
   * Decrypts the secret that codes are checked with. Throws if it was sealed under a SECRET_KEY that is no longer
   * configured.
   */
  function unseal(sealed: Uint8Array, personId: number): Buffer {
    const secret = sealer.open(sealed, place(personId))
    if (secret === null)
      throw new Error('a second factor is encrypted under an unknown secret: add it to SECRET_KEY_PREVIOUS')
    return secret
  }

  const isStaff = ({ rol }: Pick<Person, 'rol'>) => rol !== 'STANDART_ROLE'
  const isRequiredOf = (actor: Actor) => dependencies.required && isStaff(actor)

  async function notifyHolder<Data>(
    tx: Queries,
    holder: Holder,
    template: MailTemplate<Data & { first_name: string }>,
    data: Data,
  ) {
    if (holder.email === null) return
    await mail.queue(tx, template, {
      recipient: holder.email,
      person_id: holder.id,
      data: { ...data, first_name: holder.greeting_name },
    })
  }

  /**
   * Returns the id of the unused recovery code that was typed, or null. Hashing takes long, so it happens before the transaction
   * that uses the code up. Codes that an earlier version gave out have a keyed hash, and count until they are used or replaced.
   */
  async function findRecoveryCode(personId: number, text: string, address: string): Promise<number | null> {
    const { kind, code } = readCode(text)
    if (kind !== 'recovery') return null
    const keyed = codeHashes.candidates(code)
    for (const { id, hash, password_hash } of await store.unusedCodes(personId)) {
      const isRight =
        password_hash === null
          ? keyed.some((candidate) => hash !== null && candidate.equals(hash))
          : await passwords.verify(password_hash, code, address)
      if (isRight) return id
    }
    return null
  }

  /** Creates recovery codes and their hashes. */
  async function newCodes() {
    const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, newRecoveryCode)
    const hashes = await Promise.all(codes.map((code) => passwords.hash(readCode(code).code)))
    return { codes, hashes }
  }

  /** Returns whether a code is right. A right code is used up. `recoveryCode` is the recovery code that was found for it. */
  async function check(
    tx: Queries,
    holder: Holder,
    text: string,
    recoveryCode: number | null,
  ): Promise<boolean> {
    const { kind, code } = readCode(text)
    if (kind === 'recovery') {
      if (recoveryCode === null) return false
      if (!(await store.consumeRecoveryCode(tx, holder.id, recoveryCode, clock.now()))) return false
      await notifyHolder(tx, holder, recoveryCodeUsed, { left: await store.codesLeft(tx, holder.id) })
      return true
    }
    const factor = await store.factor(tx, holder.id)
    if (!factor?.secret) return false
    const step = stepOf(unseal(factor.secret, holder.id), code, clock.now())
    return step !== null && store.consumeStep(tx, holder.id, step)
  }

  /**
   * Counts a code before it is judged, so that concurrent guesses cannot exceed a limit. Throws 429 above it. Returns how many
   * codes of the account were counted within a day.
   */
  async function countCode(personId: number): Promise<number> {
    const account = String(personId)
    for (const limit of [limits.secondFactor, limits.secondFactorDay]) {
      const { over, retryAfter } = await rateLimiter.peek(limit, account)
      if (over) throw new ApiError('tooManySignIns', { retryAfter })
    }
    // The limits are consumed one after the other, so codes that are not checked do not count for the day.
    let count = 0
    for (const limit of [limits.secondFactor, limits.secondFactorDay]) {
      const taken = await rateLimiter.consume(limit, account)
      if (taken.over) throw new ApiError('tooManySignIns', { retryAfter: taken.retryAfter })
      count = taken.count
    }
    return count
  }

  async function refundCount(personId: number): Promise<void> {
    const account = String(personId)
    await Promise.all([
      rateLimiter.refund(limits.secondFactor, account),
      rateLimiter.refund(limits.secondFactorDay, account),
    ])
  }

  function noteWrong({
    holder,
    action,
    origin,
  }: Pick<Attempt, 'action' | 'origin'> & { readonly holder: Pick<Person, 'id' | 'rol'> }): Promise<void> {
    return audit.record({
      actorId: holder.id,
      actorRole: holder.rol,
      action,
      patientId: null,
      outcome: 'refused',
      origin,
    })
  }

  /**
   * Notifies the owner of wrong codes. At a sign-in, where the caller knew the password, each tenth one makes the password void:
   * the owner gets a new one by e-mail. Without a mailbox the owner could not, so the password stays. Returns whether it is void.
   */
  async function answerWrong(attempt: Attempt, countOfDay: number): Promise<boolean> {
    const { holder, atSignIn } = attempt
    await noteWrong(attempt)
    const voids = atSignIn && holder.email !== null && voidsPassword(countOfDay)
    const isDue =
      !voids &&
      countOfDay >= noticeAfter &&
      !(await rateLimiter.consume(limits.secondFactorNotice, String(holder.id))).over
    if (!voids && !isDue) return false
    await db.transaction(async (tx) => {
      if (voids) {
        await people.accounts.voidPassword(tx, holder.id, clock.now())
        await store.deleteTemporaryKey(tx, holder.id)
        await store.deleteChallenges(tx, holder.id)
        await audit.add(tx, {
          actorId: null,
          actorRole: 'system',
          action: 'session.voidPassword',
          patientId: null,
          object: `id=${holder.id}`,
          origin: attempt.origin,
        })
        await notifyHolder(tx, holder, passwordVoided, { isStaff: isStaff(holder) })
      } else await notifyHolder(tx, holder, codesGuessed, { atSignIn, isStaff: isStaff(holder) })
    })
    mail.trigger()
    return voids
  }

  /** Runs `work`, which judges the code of an attempt once by `demandRight`, and counts the code unless it was right. */
  async function withCode<T>(
    attempt: Attempt,
    work: (demandRight: (tx: Queries) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { holder, code } = attempt
    const countOfDay = await countCode(holder.id)
    let wrong = false
    try {
      const recoveryCode = await findRecoveryCode(holder.id, code, attempt.origin.ip)
      return await work(async (tx) => {
        wrong = !(await check(tx, holder, code, recoveryCode))
        if (wrong) throw new ApiError('wrongSecondFactor', { param: 'code' })
      })
    } catch (error) {
      if (wrong && (await answerWrong(attempt, countOfDay))) throw new ApiError('passwordVoided')
      throw error
    } finally {
      if (!wrong) await refundCount(holder.id)
    }
  }

  /**
   * Changes the caller's own second factor in one transaction: checks `code` unless it is null, runs `work` and writes an
   * audit entry. Sends the mails that `work` queues.
   */
  async function change<T>(
    actor: Actor,
    code: string | null,
    origin: Origin,
    action: string,
    work: (tx: Queries, holder: Person) => Promise<T>,
  ): Promise<T> {
    const holder = await people.byId(actor.id)
    if (!holder) throw new ApiError('noSession')
    const run = (demandRight: (tx: Queries) => Promise<void>) =>
      db.transaction(async (tx) => {
        await demandRight(tx)
        const done = await work(tx, holder)
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action,
          patientId: null,
          origin,
        })
        return done
      })
    try {
      return await (code === null
        ? run(async () => {})
        : withCode({ holder, code, atSignIn: false, action, origin }, run))
    } finally {
      mail.trigger()
    }
  }

  /**
   * Throws if the caller has a passkey and has not proven it in this session: with a password alone nobody may set up another
   * second factor.
   */
  async function requirePasskey(actor: Actor): Promise<void> {
    if (actor.lacksFactor && (await store.hasPasskey(actor.id))) throw new ApiError('passkeyNeeded')
  }

  const hasAny = async (personId: number) => (await store.isOn(personId)) || store.hasPasskey(personId)

  return {
    isOn: store.isOn,
    /** Returns whether an account has a second factor or a passkey. */
    hasAny,
    withCode,
    closeChallenge: (tx: Queries, challenge: string) => store.closeChallenge(tx, hashToken(challenge)),
    deleteChallenges: store.deleteChallenges,

    /**
     * Creates a challenge that must be answered with a code before the session opens. `keyHash` is the hash of the
     * temporary password used, or null.
     */
    challenge: async (personId: number, keyHash: string | null): Promise<string> => {
      const token = newToken()
      const now = clock.now()
      await store.putChallenge({
        token_hash: hashToken(token),
        person_id: personId,
        temporary_key_hash: keyHash,
        now,
        expires_at: new Date(now.getTime() + secondFactorLimits.minutes * 60_000),
      })
      return token
    },

    /**
     * Counts an attempt on a challenge and returns its owner. Throws 400 if the challenge is unknown, has expired or has
     * no attempts left.
     */
    attemptChallenge: async (challenge: string): Promise<{ personId: number; keyHash: string | null }> => {
      const found = await store.tryChallenge(
        hashToken(challenge),
        clock.now(),
        secondFactorLimits.rateLimiter,
      )
      if (!found) throw new ApiError('challengeOver')
      return { personId: found.person_id, keyHash: found.temporary_key_hash }
    },

    state: async (actor: Actor) => {
      const enabled = await store.isOn(actor.id)
      return {
        enabled,
        // A passkey proven in this session is a second factor too.
        required: isRequiredOf(actor) && (enabled || actor.lacksFactor),
        recovery_codes_left: enabled ? await store.codesLeft(db, actor.id) : 0,
      }
    },

    begin: async (actor: Actor, code: string | undefined, origin: Origin) => {
      await requirePasskey(actor)
      const enabled = await store.isOn(actor.id)
      if (enabled && code === undefined) {
        throw new ApiError('invalid', { fieldErrors: [{ msg: 'Digita Código', param: 'code' }] })
      }
      const secret = newSecret()
      const sealed = sealer.seal(secret, place(actor.id))
      const asked = enabled ? (code ?? null) : null
      const holder = await change(actor, asked, origin, 'secondFactor.begin', async (tx, person) => {
        await store.begin(tx, actor.id, sealed, clock.now())
        return person
      })
      const label = showDocument(holder.document_type_id, holder.document_number)
      const issuer = `${dependencies.branding.product} · ${dependencies.branding.brand}`
      const described = describeSecret(secret, { issuer, label })
      const { default: qr } = await import('qrcode')
      return { ...described, qr_svg: await qr.toString(described.uri, { type: 'svg', margin: 2 }) }
    },

    confirm: async (actor: Actor, code: string, origin: Origin) => {
      await requirePasskey(actor)
      const account = String(actor.id)
      const { over, retryAfter } = await rateLimiter.consume(limits.secondFactorSetup, account)
      if (over) throw new ApiError('tooManySignIns', { retryAfter })
      const next = (await store.factor(db, actor.id))?.next_secret
      if (!next) throw new ApiError('secondFactorNotBegun')
      const step = stepOf(unseal(next, actor.id), readCode(code).code, clock.now())
      if (step === null) {
        const action = 'secondFactor.confirm'
        await noteWrong({ holder: actor, action, origin })
        throw new ApiError('wrongSecondFactor', { param: 'code' })
      }
      const { codes, hashes } = await newCodes()
      await change(actor, null, origin, 'secondFactor.confirm', async (tx, holder) => {
        if (!(await store.confirm(tx, actor.id, next, clock.now(), step)))
          throw new ApiError('secondFactorNotBegun')
        await store.replaceCodes(tx, actor.id, hashes)
        // Sessions and sign-ins that were begun without the new factor end.
        await dependencies.endSessions(tx, actor.id, clock.now(), actor.sessionId)
        await store.deleteChallenges(tx, actor.id)
        await notifyHolder(tx, holder, secondFactorSet, {})
      })
      await rateLimiter.reset(limits.secondFactorSetup, account)
      return { recovery_codes: codes }
    },

    remove: async (actor: Actor, code: string, origin: Origin) => {
      if (isRequiredOf(actor)) throw new ApiError('secondFactorKept')
      await change(actor, code, origin, 'secondFactor.remove', async (tx, holder) => {
        await store.remove(tx, actor.id)
        await store.replaceCodes(tx, actor.id, [])
        await notifyHolder(tx, holder, secondFactorRemoved, {})
      })
    },

    /** Replaces the recovery codes. `code` proves that the caller has the second factor. Returns the new codes. */
    renewCodes: async (actor: Actor, code: string, origin: Origin) => {
      if (!(await store.isOn(actor.id))) throw new ApiError('secondFactorNotBegun')
      const { codes, hashes } = await newCodes()
      await change(actor, code, origin, 'secondFactor.renewCodes', async (tx, holder) => {
        await store.replaceCodes(tx, actor.id, hashes)
        await notifyHolder(tx, holder, recoveryCodesReplaced, {})
      })
      return { recovery_codes: codes }
    },

    /**
     * Removes the second factor and the passkeys of an owner who lost them, in the caller's transaction, and ends all sessions. The
     * caller decides whether this is allowed and writes the audit entry. Returns false if the account has neither. Call
     * `mail.trigger()` after the commit.
     */
    reset: async (tx: Queries, personId: number): Promise<boolean> => {
      if (!(await hasAny(personId))) return false
      await store.remove(tx, personId)
      await dependencies.secondFactorReset.announce(tx, { personId })
      await store.replaceCodes(tx, personId, [])
      await store.deleteChallenges(tx, personId)
      await dependencies.endSessions(tx, personId, clock.now(), 0)
      const holder = await people.byId(personId)
      if (holder) await notifyHolder(tx, holder, secondFactorReset, { isStaff: isStaff(holder) })
      return true
    },

    /**
     * Seals again under the current secret what was sealed under an earlier one; returns how many factors changed.
     */
    renew: async (): Promise<number> => {
      let renewed = 0
      if (dependencies.secrets.length === 1) return renewed
      for (const { person_id, secret, next_secret } of await store.all()) {
        const at = place(person_id)
        const [own, next] = [secret, next_secret].map((sealed) => sealed && sealer.renew(sealed, at))
        if (!own && !next) continue
        if (await store.reseal(person_id, { secret, next_secret }, own ?? secret, next ?? next_secret))
          renewed += 1
      }
      return renewed
    },

    /** Removes expired challenges; returns how many. */
    purge: () => store.purge(clock.now()),
  }
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>
