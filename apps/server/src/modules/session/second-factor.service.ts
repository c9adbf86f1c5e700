/** The second factor of staff: set up with a QR code, asked for at the sign-in, replaced by a recovery code where the telephone is lost. */
import { Failure } from '@mi-portal/contract/failure'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { createSealer } from '../../platform/security/seal.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { describeSecret, newSecret, stepOf } from '../../platform/security/time-codes.ts'
import { createKeyedHash, hashToken, newRecoveryCode, newToken } from '../../platform/security/tokens.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PeopleService } from '../people/people.service.ts'
import { recoveryCodeUsed, secondFactorRemoved, secondFactorSet } from './second-factor.mails.ts'
import { readCode, secondFactorLimits } from './second-factor.rules.ts'
import type { SecondFactorStore } from './second-factor.store.ts'

type SecondFactorParts = {
  readonly db: Database
  readonly store: SecondFactorStore
  readonly people: PeopleService
  readonly tries: Tries
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly secrets: Secrets
  /** What authenticator applications show as the account's house. */
  readonly issuer: string
  /** The installation demands a second factor of all staff. */
  readonly required: boolean
}

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

/** Whose second factor it is, and where they are told. */
type Holder = Pick<Person, 'id' | 'first_name' | 'email'>

export function secondFactorService(parts: SecondFactorParts) {
  const { db, store, people, tries, audit, mail, clock } = parts
  const sealer = createSealer(parts.secrets, 'second-factor')
  const codeHashes = createKeyedHash(parts.secrets, 'recovery-code')
  const hashOf = (code: string) => codeHashes.of(readCode(code).code)
  const place = (personId: number) => `second-factor ${personId}`

  /** The secret that codes are judged by. Throws when the installation's secret is no longer the one it was sealed under. */
  function unseal(sealed: Uint8Array, personId: number): Buffer {
    const secret = sealer.open(sealed, place(personId))
    if (secret === null) throw new Error('a second factor was sealed under another SECRET_KEY')
    return secret
  }

  async function tell<Data>(
    tx: Queries,
    holder: Holder,
    template: MailTemplate<Data & { first_name: string }>,
    data: Data,
  ) {
    if (holder.email === null) return
    await mail.queue(tx, template, {
      recipient: holder.email,
      person_id: holder.id,
      data: { ...data, first_name: holder.first_name },
    })
  }

  async function spendCode(tx: Queries, personId: number, code: string): Promise<boolean> {
    for (const hash of codeHashes.candidates(code))
      if (await store.spendCode(tx, personId, hash, clock.now())) return true
    return false
  }

  /** Whether a code is right; it is used up by that. */
  async function check(tx: Queries, holder: Holder, text: string): Promise<boolean> {
    const { kind, code } = readCode(text)
    if (kind === 'recovery') {
      if (!(await spendCode(tx, holder.id, code))) return false
      await tell(tx, holder, recoveryCodeUsed, { left: await store.codesLeft(tx, holder.id) })
      return true
    }
    const factor = await store.factor(tx, holder.id)
    if (!factor?.secret) return false
    const step = stepOf(unseal(factor.secret, holder.id), code, clock.now())
    return step !== null && store.spendStep(tx, holder.id, step)
  }

  async function refuseFlood(personId: number, origin: Origin): Promise<void> {
    const { over, retryAfter } = await tries.look(limits.secondFactor, `${personId} ${origin.ip}`)
    if (over) throw new Failure('tooManySignIns', { retryAfter })
  }

  async function noteWrong(personId: number, actorRole: string, action: string, origin: Origin) {
    await tries.count(limits.secondFactor, `${personId} ${origin.ip}`)
    await audit.note({
      actorId: personId,
      actorRole,
      action,
      patientId: null,
      outcome: 'refused',
      origin,
    })
  }

  /** A change of one's own second factor: with a right code where one is asked, audited, told by mail. */
  async function change<T>(
    actor: Actor,
    code: string | null,
    origin: Origin,
    action: string,
    work: (tx: Queries, holder: Person) => Promise<T>,
  ): Promise<T> {
    if (code !== null) await refuseFlood(actor.id, origin)
    const holder = await people.byId(actor.id)
    if (!holder) throw new Failure('noSession')
    let wrong = false
    try {
      return await db.transaction(async (tx) => {
        wrong = code !== null && !(await check(tx, holder, code))
        if (wrong) throw new Failure('wrongSecondFactor', { param: 'code' })
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
    } catch (error) {
      if (wrong) await noteWrong(actor.id, actor.rol, action, origin)
      throw error
    } finally {
      mail.nudge()
    }
  }

  return {
    isOn: store.isOn,
    check,
    refuseFlood,
    noteWrong,
    closeChallenge: (tx: Queries, challenge: string) => store.closeChallenge(tx, hashToken(challenge)),
    dropChallenges: store.dropChallenges,

    /** What has to be answered with a code before the session opens. `keyHash`: of the temporary password given. */
    challenge: async (personId: number, keyHash: string | null): Promise<string> => {
      const token = newToken()
      const now = clock.now()
      const until = new Date(now.getTime() + secondFactorLimits.minutes * 60_000)
      await store.putChallenge({ tokenHash: hashToken(token), personId, keyHash, now, until })
      return token
    },

    /** Counts a try of a challenge and says whose it is; 400 when it ran out, of time or of tries. */
    take: async (challenge: string): Promise<{ personId: number; keyHash: string | null }> => {
      const found = await store.tryChallenge(hashToken(challenge), clock.now(), secondFactorLimits.tries)
      if (!found) throw new Failure('challengeOver')
      return { personId: found.person_id, keyHash: found.temporary_key_hash }
    },

    state: async (actor: Actor) => {
      const enabled = await store.isOn(actor.id)
      return {
        enabled,
        required: parts.required,
        recovery_codes_left: enabled ? await store.codesLeft(db, actor.id) : 0,
      }
    },

    begin: async (actor: Actor, code: string | undefined, origin: Origin) => {
      const enabled = await store.isOn(actor.id)
      if (enabled && code === undefined) {
        throw new Failure('invalid', { faults: [{ msg: 'Digita Código', param: 'code' }] })
      }
      const secret = newSecret()
      const sealed = sealer.seal(secret, place(actor.id))
      const asked = enabled ? (code ?? null) : null
      const holder = await change(actor, asked, origin, 'secondFactor.begin', async (tx, person) => {
        await store.begin(tx, actor.id, sealed, clock.now())
        return person
      })
      const label = showDocument(holder.document_type_id, holder.document_number)
      const described = describeSecret(secret, { issuer: parts.issuer, label })
      const { default: qr } = await import('qrcode')
      return { ...described, qr_svg: await qr.toString(described.uri, { type: 'svg', margin: 2 }) }
    },

    confirm: async (actor: Actor, code: string, origin: Origin) => {
      await refuseFlood(actor.id, origin)
      const next = (await store.factor(db, actor.id))?.next_secret
      if (!next) throw new Failure('secondFactorNotBegun')
      const step = stepOf(unseal(next, actor.id), readCode(code).code, clock.now())
      if (step === null) {
        await noteWrong(actor.id, actor.rol, 'secondFactor.confirm', origin)
        throw new Failure('wrongSecondFactor', { param: 'code' })
      }
      const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, newRecoveryCode)
      await change(actor, null, origin, 'secondFactor.confirm', async (tx, holder) => {
        if (!(await store.confirm(tx, actor.id, next, clock.now(), step)))
          throw new Failure('secondFactorNotBegun')
        await store.replaceCodes(tx, actor.id, codes.map(hashOf))
        await tell(tx, holder, secondFactorSet, {})
      })
      return { recovery_codes: codes }
    },

    remove: async (actor: Actor, code: string, origin: Origin) => {
      if (parts.required) throw new Failure('secondFactorKept')
      await change(actor, code, origin, 'secondFactor.remove', async (tx, holder) => {
        await store.remove(tx, actor.id)
        await store.replaceCodes(tx, actor.id, [])
        await tell(tx, holder, secondFactorRemoved, {})
      })
    },

    /** Seals anew what was sealed under an earlier secret; gives back how many. */
    renew: async (): Promise<number> => {
      let renewed = 0
      if (parts.secrets.length === 1) return renewed
      for (const { person_id, secret, next_secret } of await store.all()) {
        const at = place(person_id)
        const [own, next] = [secret, next_secret].map((sealed) => sealed && sealer.renew(sealed, at))
        if (!own && !next) continue
        if (await store.reseal(person_id, { secret, next_secret }, own ?? secret, next ?? next_secret))
          renewed += 1
      }
      return renewed
    },

    /** Removes challenges that ran out; gives back how many. */
    purge: () => store.purge(clock.now()),
  }
}

export type SecondFactorService = ReturnType<typeof secondFactorService>
