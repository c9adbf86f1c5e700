/** Signs people in with a passkey, and confirms open sessions with one. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { PasskeyAssertion } from '@mi-portal/contract/passkeys'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { callerNetwork, limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { Device } from '../session/devices.rules.ts'
import type { SignInArea } from '../session/session.rules.ts'
import type { ConfirmationService } from '../session/sign-in/confirmation.service.ts'
import type { SignInService } from '../session/sign-in/sign-in.service.ts'
import { describeCredential } from './passkeys.service.ts'
import * as passkeysSql from './passkeys.sql.ts'
import type { VerificationService } from './verification.service.ts'

type PasskeyUseDependencies = {
  readonly db: Database
  readonly verification: VerificationService
  readonly signIns: SignInService
  readonly confirmations: ConfirmationService
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
}

/** A use whose signature counter did not go on: the passkey may have been copied. */
class CounterRegression extends Error {}

export function createPasskeyUseService({
  db,
  verification,
  signIns,
  confirmations,
  rateLimiter,
  audit,
  clock,
}: PasskeyUseDependencies) {
  /** Stores a use within the transaction of what it permits. Throws if its counter did not go on. */
  async function recordUse(tx: Queries, { id, counter }: { id: number; counter: number }): Promise<void> {
    if (!(await passkeysSql.recordUse(tx, id, counter, clock.now()))) throw new CounterRegression()
  }

  /** Runs `work`; writes an audit entry if it fails because of the counter, and rejects the passkey then. */
  async function withCounter<T>(
    {
      passkeyId,
      actor,
      action,
      origin,
    }: {
      readonly passkeyId: number
      readonly actor: { readonly id: number; readonly rol: Actor['rol'] } | null
      readonly action: string
      readonly origin: Origin
    },
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CounterRegression)) throw error
      await audit.record({
        actorId: actor?.id ?? null,
        actorRole: actor?.rol ?? 'anonymous',
        action,
        patientId: null,
        object: `passkey=${passkeyId}`,
        outcome: 'refused',
        origin,
        detail: { refusal: 'counterRegression', way: 'passkey' },
      })
      throw new ApiError('passkeyRejected')
    }
  }

  return {
    /** Returns null where the portal has no passkeys: browsers ask before their user does. */
    signInOptions: async (origin: Origin) => {
      if (!verification.isAvailable) return null
      const { over, retryAfter } = await rateLimiter.consume(
        limits.passkeyChallenge,
        callerNetwork(origin.ip),
      )
      if (over) throw new ApiError('tooMany', { retryAfter })
      return verification.requestOptions('sign-in', null, [])
    },

    /** Opens the session of the passkey's account, as a sign-in with password and code would. */
    signIn: async (credential: PasskeyAssertion, area: SignInArea, device: Device, origin: Origin) => {
      const passkey = await verification.verifyAssertion(credential, 'sign-in', null)
      if (passkey === null) {
        await rateLimiter.consumeEach([limits.passkeySignIn], callerNetwork(origin.ip))
        await audit.record({
          actorId: null,
          actorRole: 'anonymous',
          action: 'session.open',
          patientId: null,
          outcome: 'refused',
          origin,
          detail: { refusal: 'passkeyRejected', way: 'passkey', device: device.words },
        })
        throw new ApiError('passkeyRejected')
      }
      const person = await signIns.findByPasskey(passkey.person_id, area, device, origin)
      return withCounter({ passkeyId: passkey.id, actor: person, action: 'session.open', origin }, () =>
        signIns.openByPasskey(person, device, origin, (tx) => recordUse(tx, passkey)),
      )
    },

    confirmOptions: async (actor: Actor) => {
      const existing = await passkeysSql.usableDescriptors(db, actor.id)
      if (existing.length === 0) throw new ApiError('notFound')
      return verification.requestOptions('confirm', actor.sessionId, existing.map(describeCredential))
    },

    /** Confirms the caller's session. The passkey counts as second factor of the session too. */
    confirm: async (actor: Actor, credential: PasskeyAssertion, origin: Origin): Promise<void> => {
      const passkey = await verification.verifyAssertion(credential, 'confirm', actor.sessionId)
      const action = 'session.confirm'
      if (passkey === null || passkey.person_id !== actor.id) {
        await audit.record({
          actorId: actor.id,
          actorRole: actor.rol,
          action,
          patientId: null,
          outcome: 'refused',
          origin,
          detail: { refusal: 'passkeyRejected', way: 'passkey' },
        })
        throw new ApiError('passkeyRejected')
      }
      await withCounter({ passkeyId: passkey.id, actor, action, origin }, () =>
        db.transaction(async (tx) => {
          await recordUse(tx, passkey)
          await confirmations.confirmByPasskey(tx, actor, origin)
        }),
      )
    },
  }
}

export type PasskeyUseService = ReturnType<typeof createPasskeyUseService>
