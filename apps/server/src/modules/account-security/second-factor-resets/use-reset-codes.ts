/**
 * Codes with which a lost second factor is removed in person. A member of staff checks the document of the person at the counter
 * and gives them a code. The person types it in their own browser, after their password.
 */

import { randomInt } from 'node:crypto'
import {
  accountSecurityEndpoints,
  resetCodeDigits,
  staffAccountEndpoints,
} from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { toAuditActor } from '../../../platform/audit.ts'
import type { ActorContext, CallContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { limits } from '../../../platform/security/rate-limiter.ts'
import { createKeyedHash } from '../../../platform/security/tokens.ts'
import { mayAdminister } from '../../people/people.rules.ts'
import type { Person } from '../../people/read-people.ts'
import { findPerson } from '../../people/read-people.ts'
import { hasAnySecondFactor, resetSecondFactor } from '../../session/second-factor/change-second-factor.ts'
import { attemptChallenge } from '../../session/second-factor/store-challenges.ts'
import { noSecondFactor } from './request-reset.ts'
import * as resetCodesSql from './reset-codes.sql.ts'

/** `minutes`: lifetime of a code. `tries`: how often an account's code can be typed. */
const resetCodeLimits = { minutes: 10, tries: 5 } as const

const action = 'account.resetInPerson'

const wrongCode = () =>
  new ApiError('wrongSecondFactor', {
    param: 'code',
    msg: 'El código no es válido o venció. Pide otro en la clínica',
  })

export const forgetResetCodes = resetCodesSql.forget

function noteRejectedCode(ctx: CallContext, person: Person): Promise<void> {
  return ctx.auditLog.record({
    ...toAuditActor(person, ctx.origin),
    action,
    patientId: person.id,
    outcome: 'refused',
  })
}

async function useResetCode(ctx: CallContext, person: Person, code: string): Promise<void> {
  await ctx.rateLimiter.consumeEach([limits.secondFactorReset], String(person.id))
  const stored = await resetCodesSql.attempt(ctx.db, person.id, ctx.clock.now(), resetCodeLimits.tries)
  const isRight =
    stored !== null &&
    createKeyedHash(ctx.config.secrets, 'second-factor-reset')
      .candidates(code)
      .some((hash) => hash.equals(stored.code_hash))
  if (!isRight) {
    await noteRejectedCode(ctx, person)
    throw wrongCode()
  }
  const giver = await findPerson(ctx, stored.created_by)
  await ctx.db.transaction(async (tx: Queries) => {
    if (
      (await tx.run(resetCodesSql.consume, { person_id: person.id, code_hash: stored.code_hash })).length ===
      0
    )
      throw wrongCode()
    if (!(await resetSecondFactor(ctx, tx, person.id, 'in-person'))) throw wrongCode()
    await ctx.auditLog.add(tx, {
      ...toAuditActor(person, ctx.origin),
      action,
      patientId: person.id,
      detail: { given_by: stored.created_by, given_by_name: giver === null ? '' : formatFullName(giver) },
    })
  })
}

/**
 * Creates the code for a person at the counter. Throws 403 for the own account and for roles that the caller does not
 * administer, and 409 if the account has no second factor.
 */
async function giveResetCode(ctx: ActorContext, id: number) {
  const person = await findPerson(ctx, id)
  if (person === null || person.deleted_at !== null || person.without_account) throw new ApiError('notFound')
  if (!mayAdminister(ctx.actor.rol, person.rol)) throw new ApiError('forbidden')
  if (person.id === ctx.actor.id)
    throw new ApiError('forbidden', { msg: 'Otra persona del equipo debe entregarte el código' })
  if (!(await hasAnySecondFactor(ctx, id))) throw noSecondFactor()
  const code = String(randomInt(10 ** resetCodeDigits)).padStart(resetCodeDigits, '0')
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + resetCodeLimits.minutes * 60_000)
  await ctx.db.transaction(async (tx) => {
    const code_hash = createKeyedHash(ctx.config.secrets, 'second-factor-reset').of(code)
    await tx.run(resetCodesSql.put, {
      person_id: id,
      code_hash,
      created_by: ctx.actor.id,
      now,
      expires_at: expiresAt,
    })
    await ctx.audit.add(tx, 'account.giveResetCode', { patientId: id })
  })
  return { code, expires_at: expiresAt }
}

/**
 * Removes the second factors of an account in a sign-in that waits for a code. Counts as an answer to its challenge. Throws
 * 400 for a wrong code, and after a temporary password: a caller who only reads the mailbox has not proven to be the
 * person at the counter.
 */
export const useResetCodeAtSignIn = operation(
  accountSecurityEndpoints.resetAtSignIn,
  async (ctx, { body }) => {
    const { personId, keyHash } = await attemptChallenge(ctx, body.challenge)
    const person = await findPerson(ctx, personId)
    if (person === null) throw new ApiError('challengeOver')
    if (keyHash !== null) {
      await noteRejectedCode(ctx, person)
      throw new ApiError('wrongSecondFactor', {
        param: 'code',
        msg: 'Este código sirve solo si entras con tu contraseña, no con una temporal',
      })
    }
    await useResetCode(ctx, person, body.code)
    return {}
  },
)

/**
 * Removes the second factors of the caller: of staff whose only one is a lost passkey, and who are signed in without it.
 * Throws 400 for a wrong code.
 */
export const useResetCodeInSession = operation(
  accountSecurityEndpoints.resetInSession,
  async (ctx, { body }) => {
    const person = await findPerson(ctx, ctx.actor.id)
    if (person === null) throw new ApiError('noSession')
    await useResetCode(ctx, person, body.code)
    return {}
  },
)

export const purgeResetCodes = (ctx: Context) => resetCodesSql.purge(ctx.db, ctx.clock.now())

export const createResetCode = operation(staffAccountEndpoints.giveResetCode, async (ctx, { params }) => ({
  reset_code: await giveResetCode(ctx, params.id),
}))
