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
import { renderQrSvg } from '../../../platform/pdf/qr-code.ts'
import type { Passwords } from '../../../platform/security/passwords.ts'
import { limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { describeSecret, newSecret } from '../../../platform/security/time-codes.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { PeopleService } from '../../people/people.service.ts'
import { createChallengesService } from './challenges.service.ts'
import { createCodeCheckService } from './code-check.service.ts'
import { createFactorSecretsService } from './factor-secrets.service.ts'
import { createHolderNotice, isStaff, type Person } from './holder-notice.service.ts'
import { createRecoveryCodesService } from './recovery-codes.service.ts'
import {
  type ResetWay,
  recoveryCodesReplaced,
  secondFactorRemoved,
  secondFactorReset,
  secondFactorSet,
} from './second-factor.mails.ts'
import { readCode } from './second-factor.rules.ts'
import * as secondFactorSql from './second-factor.sql.ts'

type SecondFactorDependencies = {
  readonly db: Database
  readonly people: PeopleService
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly secrets: Secrets
  readonly passwords: Passwords
  /** Ends the sessions of a person except one (0: all). */
  readonly endSessions: (tx: Queries, personId: number, now: Date, but: number) => Promise<void>
  /** Announced when the second factor of a person is removed with everything else that proves the person. */
  readonly secondFactorReset: DomainEvent<SecondFactorReset>
  /** The name that authenticator apps show for the account's provider. */
  readonly branding: { readonly product: string; readonly brand: string }
  /** Whether the installation requires a second factor of all staff. */
  readonly required: boolean
}

export type SecondFactorReset = { readonly personId: number }

export function createSecondFactorService(dependencies: SecondFactorDependencies) {
  const { db, people, rateLimiter, audit, mail, clock } = dependencies
  const notifyHolder = createHolderNotice(mail)
  const factorSecrets = createFactorSecretsService(dependencies)
  const recoveryCodes = createRecoveryCodesService({ ...dependencies, notifyHolder })
  const checkParts = { ...dependencies, factorSecrets, recoveryCodes, notifyHolder }
  const { withCode, noteWrong } = createCodeCheckService(checkParts)

  const isRequiredOf = (actor: Actor) => dependencies.required && isStaff(actor)

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
   * Throws if the caller has a passkey and has not proven it in this session: a password alone is not enough to set up another
   * second factor.
   */
  async function requirePasskey(actor: Actor): Promise<void> {
    if (actor.lacksFactor && (await secondFactorSql.hasPasskey(db, actor.id)))
      throw new ApiError('passkeyNeeded')
  }

  const hasAny = async (personId: number) =>
    (await secondFactorSql.isOn(db, personId)) || secondFactorSql.hasPasskey(db, personId)

  /** Removes the second factor, its recovery codes and the passkeys of a person, and the sign-ins that wait for a code. */
  async function forget(tx: Queries, personId: number): Promise<void> {
    await secondFactorSql.remove(tx, personId)
    await dependencies.secondFactorReset.announce(tx, { personId })
    await secondFactorSql.replaceCodes(tx, personId, [])
    await secondFactorSql.deleteChallenges(tx, personId)
  }

  return {
    forget,
    isOn: (personId: number) => secondFactorSql.isOn(db, personId),
    /** Returns whether an account has a second factor or a passkey. */
    hasAny,
    withCode,
    ...createChallengesService(db, clock),
    renew: factorSecrets.renew,

    state: async (actor: Actor) => {
      const enabled = await secondFactorSql.isOn(db, actor.id)
      return {
        enabled,
        // A passkey proven in this session is a second factor too.
        required: isRequiredOf(actor) && (enabled || actor.lacksFactor),
        recovery_codes_left: enabled ? await secondFactorSql.codesLeft(db, actor.id) : 0,
      }
    },

    begin: async (actor: Actor, code: string | undefined, origin: Origin) => {
      await requirePasskey(actor)
      const enabled = await secondFactorSql.isOn(db, actor.id)
      if (enabled && code === undefined) {
        throw new ApiError('invalid', { fieldErrors: [{ msg: 'Digita Código', param: 'code' }] })
      }
      const secret = newSecret()
      const sealed = factorSecrets.seal(secret, actor.id)
      const asked = enabled ? (code ?? null) : null
      const holder = await change(actor, asked, origin, 'secondFactor.begin', async (tx, person) => {
        await secondFactorSql.begin(tx, actor.id, sealed, clock.now())
        return person
      })
      const label = showDocument(holder.document_type_id, holder.document_number)
      const issuer = `${dependencies.branding.product} · ${dependencies.branding.brand}`
      const described = describeSecret(secret, { issuer, label })
      return { ...described, qr_svg: renderQrSvg(described.uri) }
    },

    confirm: async (actor: Actor, code: string, origin: Origin) => {
      await requirePasskey(actor)
      const account = String(actor.id)
      const { over, retryAfter } = await rateLimiter.consume(limits.secondFactorSetup, account)
      if (over) throw new ApiError('tooManySignIns', { retryAfter })
      const next = (await secondFactorSql.factor(db, actor.id))?.next_secret
      if (!next) throw new ApiError('secondFactorNotBegun')
      const step = factorSecrets.findStep(next, actor.id, readCode(code).code)
      if (step === null) {
        const action = 'secondFactor.confirm'
        await noteWrong({ holder: actor, action, origin })
        throw new ApiError('wrongSecondFactor', { param: 'code' })
      }
      const { codes, hashes } = await recoveryCodes.create()
      await change(actor, null, origin, 'secondFactor.confirm', async (tx, holder) => {
        if (!(await secondFactorSql.confirm(tx, actor.id, next, clock.now(), step)))
          throw new ApiError('secondFactorNotBegun')
        await secondFactorSql.replaceCodes(tx, actor.id, hashes)
        // Sessions and sign-ins that were begun without the new factor end.
        await dependencies.endSessions(tx, actor.id, clock.now(), actor.sessionId)
        await secondFactorSql.deleteChallenges(tx, actor.id)
        await notifyHolder(tx, holder, secondFactorSet, {})
      })
      await rateLimiter.reset(limits.secondFactorSetup, account)
      return { recovery_codes: codes }
    },

    remove: async (actor: Actor, code: string, origin: Origin) => {
      if (isRequiredOf(actor)) throw new ApiError('secondFactorKept')
      await change(actor, code, origin, 'secondFactor.remove', async (tx, holder) => {
        await secondFactorSql.remove(tx, actor.id)
        await secondFactorSql.replaceCodes(tx, actor.id, [])
        await notifyHolder(tx, holder, secondFactorRemoved, {})
      })
    },

    /** Replaces the recovery codes. `code` proves that the caller has the second factor. Returns the new codes. */
    renewCodes: async (actor: Actor, code: string, origin: Origin) => {
      if (!(await secondFactorSql.isOn(db, actor.id))) throw new ApiError('secondFactorNotBegun')
      const { codes, hashes } = await recoveryCodes.create()
      await change(actor, code, origin, 'secondFactor.renewCodes', async (tx, holder) => {
        await secondFactorSql.replaceCodes(tx, actor.id, hashes)
        await notifyHolder(tx, holder, recoveryCodesReplaced, {})
      })
      return { recovery_codes: codes }
    },

    /**
     * Removes the second factor and the passkeys of an owner who lost them, in the caller's transaction, and ends all sessions. The
     * caller decides whether this is allowed and writes the audit entry. Returns false if the account has neither. Call
     * `mail.trigger()` after the commit.
     */
    reset: async (tx: Queries, personId: number, way: ResetWay): Promise<boolean> => {
      if (!(await hasAny(personId))) return false
      await forget(tx, personId)
      await dependencies.endSessions(tx, personId, clock.now(), 0)
      const holder = await people.byId(personId)
      if (holder) await notifyHolder(tx, holder, secondFactorReset, { isStaff: isStaff(holder), way })
      return true
    },
  }
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>
