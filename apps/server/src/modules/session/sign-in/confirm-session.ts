import { ApiError } from '@mi-portal/contract/calls/api-error'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session/session-confirmation'
import { toAuditActor } from '../../../platform/audit.ts'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { limits } from '../../../platform/security/rate-limiter.ts'
import { findPerson, type Person } from '../../people/read-people.ts'
import { isSecondFactorOn } from '../second-factor/change-second-factor.ts'
import { runWithCode } from '../second-factor/check-codes.ts'
import { confirmStoredSession } from '../session.sql.ts'
import { countWrongPassword, getSignInLimit, notifyOfGuesses, signInSubject } from './limit-sign-ins.ts'

const action = 'session.confirm'

async function recordConfirmation(
  ctx: ActorContext,
  tx: Queries,
  way: 'password' | 'passkey',
): Promise<void> {
  const passkey = way === 'passkey'
  const [confirmed] = await tx.run(confirmStoredSession, {
    id: ctx.actor.sessionId,
    now: ctx.clock.now(),
    passkey,
  })
  if (!confirmed) throw new ApiError('noSession')
  await ctx.audit.add(tx, action, { detail: { way } })
}

/**
 * Counts a wrong password like one of a sign-in, and for the account from any network. Throws 429 above the second limit, which only
 * the holder of a session can use up: a stranger in the same network does not make the owner wait.
 */
async function countWrongConfirmation(ctx: ActorContext, person: Person, subject: string): Promise<void> {
  const { over, retryAfter } = await ctx.rateLimiter.consume(limits.confirmation, String(person.id))
  const count = await countWrongPassword(ctx, getSignInLimit(person.rol), subject, ctx.origin.ip, true)
  if (over) throw new ApiError('tooManySignIns', { retryAfter })
  await ctx.auditLog.record({ ...toAuditActor(person, ctx.origin), action, outcome: 'refused' })
  await notifyOfGuesses(ctx, person, count)
}

export const confirmSession = operation(sessionConfirmationEndpoints.confirm, async (ctx, { body }) => {
  const { password, code } = body
  const person = await findPerson(ctx, ctx.actor.id)
  if (!person) throw new ApiError('noSession')
  const subject = signInSubject(person.document_type_id, person.document_number)
  const rejectIfLimited = async () => {
    const { over, retryAfter } = await ctx.rateLimiter.peek(limits.confirmation, String(person.id))
    if (over) throw new ApiError('tooManySignIns', { retryAfter })
  }
  await rejectIfLimited()
  if (!(await ctx.passwords.verify(person.password_hash, password, ctx.origin.ip))) {
    await countWrongConfirmation(ctx, person, subject)
    throw new ApiError('wrongConfirmation', { param: 'password' })
  }
  // Of many passwords at once, a right one beyond the limit is not answered either.
  await rejectIfLimited()
  await ctx.rateLimiter.reset(limits.confirmation, String(person.id))
  if (!(await isSecondFactorOn(ctx, person.id))) {
    await ctx.db.transaction((tx) => recordConfirmation(ctx, tx, 'password'))
    return { confirmed: true }
  }
  if (code === undefined) return { confirmed: false }
  await runWithCode(
    ctx,
    { holder: person, code, atSignIn: false, action, origin: ctx.origin },
    (demandRight) =>
      ctx.db.transaction(async (tx) => {
        await demandRight(tx)
        await recordConfirmation(ctx, tx, 'password')
      }),
  )
  return { confirmed: true }
})

export const confirmByPasskey = (ctx: ActorContext, tx: Queries) => recordConfirmation(ctx, tx, 'passkey')
