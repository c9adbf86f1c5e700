import { ApiError, type FieldError } from '@mi-portal/contract/calls/api-error'
import { type passwordChange, profileEndpoints } from '@mi-portal/contract/profile'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { weakness } from '../../platform/security/weak-passwords.ts'
import { storePassword } from '../people/accounts/change-account-access.ts'
import { mailPerson } from '../people/mail-person.ts'
import type { Person } from '../people/read-people.ts'
import { getKeyOfSession, keepOnlySession, lockSessions } from '../session/use-sessions.ts'
import { findOwnPerson } from './find-own-person.ts'
import { passwordChanged } from './profile.mails.ts'

type PasswordChange = z.output<typeof passwordChange>

async function findPasswordErrors(
  ctx: Context,
  person: Person,
  change: PasswordChange,
): Promise<FieldError[]> {
  const same = change.password.normalize('NFKC') === change.oldPassword.normalize('NFKC')
  if (same) return [...new ApiError('samePassword', { param: 'password' }).fieldErrors]
  const names = [person.first_name, person.last_name, person.second_name]
  const msg = await weakness(
    change.password,
    { document_number: person.document_number, names },
    ctx.branding,
  )
  return msg === null ? [] : [{ param: 'password', msg }]
}

export const changePassword = operation(profileEndpoints.changePassword, async (ctx, { body }) => {
  const subject = String(ctx.actor.id)
  const standing = await ctx.rateLimiter.peek(limits.oldPassword, subject)
  if (standing.over) throw new ApiError('tooMany', { retryAfter: standing.retryAfter })
  const person = await findOwnPerson(ctx)
  // A caller who signed in with a temporary password has to enter that one, because they do not know the other.
  const key = ctx.actor.temporaryKey ? await getKeyOfSession(ctx, ctx.actor.sessionId) : null
  const current = ctx.actor.temporaryKey ? (key?.hash ?? null) : person.password_hash
  if (!(await ctx.passwords.verify(current, body.oldPassword))) {
    await ctx.rateLimiter.count(limits.oldPassword, subject)
    await ctx.audit.record('profile.password', { patientId: ctx.actor.id, outcome: 'refused' })
    throw new ApiError('wrongOldPassword', { param: 'oldPassword' })
  }
  const fieldErrors = await findPasswordErrors(ctx, person, body)
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors, msg: fieldErrors[0]?.msg })
  // The temporary password proves a mailbox alone. An account with a passkey needs that second proof too.
  if (key?.lacks_passkey_proof) throw new ApiError('passkeyProofNeeded')
  const hash = await ctx.passwords.hash(body.password)
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    await lockSessions(tx, ctx.actor.id)
    if (!(await storePassword(tx, ctx.actor.id, person.password_hash, hash, now)))
      throw new ApiError('changedMeanwhile')
    await keepOnlySession(ctx, tx)
    await ctx.audit.add(tx, 'profile.password', { patientId: ctx.actor.id })
    await mailPerson(ctx, tx, person, passwordChanged, { at: now })
  })
  await ctx.rateLimiter.reset(limits.oldPassword, subject)
  return {}
})
