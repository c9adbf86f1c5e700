/**
 * Codes with which a lost second factor is removed in person. A member of staff checks the document of the person at the counter
 * and gives them a code. The person types it in their own browser, after their password.
 */

import { randomInt } from 'node:crypto'
import { type ResetCode, resetCodeDigits } from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createKeyedHash } from '../../../platform/security/tokens.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import { fullNameOf, mayAdminister } from '../../people/people.rules.ts'
import type { Person } from '../../people/people.service.ts'
import { findPerson } from '../../people/people.service.ts'
import { hasAnySecondFactor, resetSecondFactor } from '../../session/second-factor/change-second-factor.ts'
import { attemptChallenge } from '../../session/second-factor/store-challenges.ts'
import * as resetCodesSql from './reset-codes.sql.ts'

type ResetCodesDependencies = {
  readonly db: Database
  readonly ctx: Context

  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly secrets: Secrets
}

/** `minutes`: lifetime of a code. `tries`: how often an account's code can be typed. */
const resetCodeLimits = { minutes: 10, tries: 5 } as const

const action = 'account.resetInPerson'

const wrongCode = () =>
  new ApiError('wrongSecondFactor', {
    param: 'code',
    msg: 'El código no es válido o venció. Pide otro en la clínica',
  })

export function createResetCodesService(dependencies: ResetCodesDependencies) {
  const { db, ctx, rateLimiter, audit, mail, clock } = dependencies
  const codeHashes = createKeyedHash(dependencies.secrets, 'second-factor-reset')

  function noteRejected(person: Person, origin: Origin): Promise<void> {
    return audit.record({
      actorId: person.id,
      actorRole: person.rol,
      action,
      patientId: person.id,
      outcome: 'refused',
      origin,
    })
  }

  /** Removes the second factors of a person who typed the code of their account. Throws 400 unless it is right. */
  async function useCode(person: Person, code: string, origin: Origin): Promise<void> {
    await rateLimiter.consumeEach([limits.secondFactorReset], String(person.id))
    const stored = await resetCodesSql.attempt(db, person.id, clock.now(), resetCodeLimits.tries)
    const isRight =
      stored !== null && codeHashes.candidates(code).some((hash) => hash.equals(stored.code_hash))
    if (!isRight) {
      await noteRejected(person, origin)
      throw wrongCode()
    }
    const giver = await findPerson(ctx, stored.created_by)
    await db.transaction(async (tx: Queries) => {
      if (!(await resetCodesSql.consume(tx, person.id, stored.code_hash))) throw wrongCode()
      if (!(await resetSecondFactor(ctx, tx, person.id, 'in-person'))) throw wrongCode()
      await audit.add(tx, {
        actorId: person.id,
        actorRole: person.rol,
        action,
        patientId: person.id,
        origin,
        detail: { given_by: stored.created_by, given_by_name: giver === null ? '' : fullNameOf(giver) },
      })
    })
    mail.trigger()
  }

  return {
    /**
     * Creates the code for a person at the counter. Throws 403 for the own account and for roles that the caller does not
     * administer, and 409 if the account has no second factor.
     */
    give: async (actor: Actor, id: number, origin: Origin): Promise<ResetCode> => {
      const person = await findPerson(ctx, id)
      if (person === null || person.deleted_at !== null || person.without_account)
        throw new ApiError('notFound')
      if (!mayAdminister(actor.rol, person.rol)) throw new ApiError('forbidden')
      if (person.id === actor.id)
        throw new ApiError('forbidden', { msg: 'Otra persona del equipo debe entregarte el código' })
      if (!(await hasAnySecondFactor(ctx, id)))
        throw new ApiError('changedMeanwhile', { msg: 'Esta cuenta no tiene un segundo factor' })
      const code = String(randomInt(10 ** resetCodeDigits)).padStart(resetCodeDigits, '0')
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + resetCodeLimits.minutes * 60_000)
      await db.transaction(async (tx) => {
        const code_hash = codeHashes.of(code)
        await resetCodesSql.put(tx, {
          person_id: id,
          code_hash,
          created_by: actor.id,
          now,
          expires_at: expiresAt,
        })
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'account.giveResetCode',
          patientId: id,
          origin,
        })
      })
      return { code, expires_at: expiresAt.toISOString() }
    },

    /**
     * Removes the second factors of an account in a sign-in that waits for a code. Counts as an answer to its challenge. Throws
     * 400 for a wrong code, and after a temporary password: a caller who only reads the mailbox has not proven to be the
     * person at the counter.
     */
    useAtSignIn: async (answer: { challenge: string; code: string }, origin: Origin): Promise<void> => {
      const { personId, keyHash } = await attemptChallenge(ctx, answer.challenge)
      const person = await findPerson(ctx, personId)
      if (person === null) throw new ApiError('challengeOver')
      if (keyHash !== null) {
        await noteRejected(person, origin)
        throw new ApiError('wrongSecondFactor', {
          param: 'code',
          msg: 'Este código sirve solo si entras con tu contraseña, no con una temporal',
        })
      }
      await useCode(person, answer.code, origin)
    },

    /**
     * Removes the second factors of the caller: of staff whose only one is a lost passkey, and who are signed in without it.
     * Throws 400 for a wrong code.
     */
    useInSession: async (actor: Actor, code: string, origin: Origin): Promise<void> => {
      const person = await findPerson(ctx, actor.id)
      if (person === null) throw new ApiError('noSession')
      await useCode(person, code, origin)
    },

    /** Voids the code of an account. */
    forget: resetCodesSql.forget,
    /** Removes expired codes; returns how many. */
    purge: () => resetCodesSql.purge(db, clock.now()),
  }
}

export type ResetCodesService = ReturnType<typeof createResetCodesService>
