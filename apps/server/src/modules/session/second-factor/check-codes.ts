import { ApiError } from '@mi-portal/contract/calls/api-error'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { toAuditActor } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import type { Origin } from '../../../platform/http/actor.ts'
import { limits } from '../../../platform/security/rate-limiter.ts'
import { voidPassword } from '../../people/accounts/change-account-access.ts'
import { type MailedPerson, mailPerson } from '../../people/mail-person.ts'
import type { Person } from '../../people/read-people.ts'
import { deleteTemporaryKeys } from '../temporary-keys.sql.ts'
import { findCodeStep } from './seal-secrets.ts'
import { codesGuessed, passwordVoided } from './second-factor.mails.ts'
import { noticeAfter, readCode, voidsPassword } from './second-factor.rules.ts'
import * as secondFactorSql from './second-factor.sql.ts'
import { consumeRecoveryCode, findRecoveryCode } from './use-recovery-codes.ts'

type Attempt = {
  readonly holder: MailedPerson & Pick<Person, 'rol'>
  readonly code: string
  /** True after the right password in a sign-in, false in a session that is open already. */
  readonly atSignIn: boolean
  readonly action: string
  readonly origin: Origin
}

async function checkCode(
  ctx: Context,
  tx: Queries,
  holder: MailedPerson,
  text: string,
  recoveryCode: number | null,
): Promise<boolean> {
  const { kind, code } = readCode(text)
  if (kind === 'recovery')
    return recoveryCode !== null && (await consumeRecoveryCode(ctx, tx, holder, recoveryCode))
  const factor = await findRow(tx, secondFactorSql.factor, { person_id: holder.id })
  if (!factor?.secret) return false
  const step = findCodeStep(ctx, factor.secret, holder.id, code)
  return step !== null && secondFactorSql.consumeStep(tx, holder.id, step)
}

/**
 * Counts a code before it is judged, so that concurrent guesses cannot exceed a limit. Throws 429 above it. Returns how many
 * codes of the account were counted within a day.
 */
async function countCode(ctx: Context, personId: number): Promise<number> {
  const account = String(personId)
  for (const limit of [limits.secondFactor, limits.secondFactorDay]) {
    const { over, retryAfter } = await ctx.rateLimiter.peek(limit, account)
    if (over) throw new ApiError('tooManySignIns', { retryAfter })
  }
  // The limits are consumed one after the other, so codes that are not checked do not count for the day.
  let count = 0
  for (const limit of [limits.secondFactor, limits.secondFactorDay]) {
    const taken = await ctx.rateLimiter.consume(limit, account)
    if (taken.over) throw new ApiError('tooManySignIns', { retryAfter: taken.retryAfter })
    count = taken.count
  }
  return count
}

async function refundCount(ctx: Context, personId: number): Promise<void> {
  const account = String(personId)
  await Promise.all([
    ctx.rateLimiter.refund(limits.secondFactor, account),
    ctx.rateLimiter.refund(limits.secondFactorDay, account),
  ])
}

export function noteWrongCode(
  ctx: Context,
  attempt: Pick<Attempt, 'action' | 'origin'> & { readonly holder: Pick<Person, 'id' | 'rol'> },
): Promise<void> {
  const { holder, action, origin } = attempt
  return ctx.auditLog.record({ ...toAuditActor(holder, origin), action, outcome: 'refused' })
}

/**
 * Notifies the owner of wrong codes. At a sign-in, where the caller knew the password, each tenth one makes the password void:
 * the owner gets a new one by e-mail. Without a mailbox the owner could not, so the password stays. Returns whether it is void.
 */
async function answerWrongCode(ctx: Context, attempt: Attempt, countOfDay: number): Promise<boolean> {
  const { holder, atSignIn } = attempt
  await noteWrongCode(ctx, attempt)
  const voids = atSignIn && holder.email !== null && voidsPassword(countOfDay)
  const isDue =
    !voids &&
    countOfDay >= noticeAfter &&
    !(await ctx.rateLimiter.consume(limits.secondFactorNotice, String(holder.id))).over
  if (!voids && !isDue) return false
  await ctx.db.transaction(async (tx) => {
    if (voids) {
      await voidPassword(tx, holder.id, ctx.clock.now())
      await tx.run(deleteTemporaryKeys, { person_id: holder.id })
      await secondFactorSql.deleteChallenges(tx, holder.id)
      await ctx.auditLog.add(tx, {
        actorId: null,
        actorRole: 'system',
        action: 'session.voidPassword',
        patientId: null,
        object: `id=${holder.id}`,
        origin: attempt.origin,
      })
      await mailPerson(ctx, tx, holder, passwordVoided, { isStaff: isStaff(holder) })
    } else await mailPerson(ctx, tx, holder, codesGuessed, { atSignIn, isStaff: isStaff(holder) })
  })
  return voids
}

/** Runs `work`, which judges the code of an attempt once by `demandRight`, and counts the code unless it was right. */
export async function runWithCode<T>(
  ctx: Context,
  attempt: Attempt,
  work: (demandRight: (tx: Queries) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { holder, code } = attempt
  const countOfDay = await countCode(ctx, holder.id)
  let wrong = false
  try {
    const recoveryCode = await findRecoveryCode(ctx, holder.id, code, attempt.origin.ip)
    return await work(async (tx) => {
      wrong = !(await checkCode(ctx, tx, holder, code, recoveryCode))
      if (wrong) throw new ApiError('wrongSecondFactor', { param: 'code' })
    })
  } catch (error) {
    if (wrong && (await answerWrongCode(ctx, attempt, countOfDay))) throw new ApiError('passwordVoided')
    throw error
  } finally {
    if (!wrong) await refundCount(ctx, holder.id)
  }
}
