import { ApiError } from '@mi-portal/contract/calls/api-error'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { operation } from '../../platform/context/operation.ts'
import { eraseAccount } from '../people/accounts/change-personal-data.ts'
import { mailPerson } from '../people/mail-person.ts'
import { removeDueFiles, schedulePhotoDeletion } from '../photos/store-photos.ts'
import { endAllSessions, lockSessions } from '../session/use-sessions.ts'
import { findOwnPerson } from './find-own-person.ts'
import { profileClosed } from './profile.mails.ts'

export const closeAccount = operation(profileEndpoints.close, async (ctx) => {
  const person = await findOwnPerson(ctx)
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    await lockSessions(tx, ctx.actor.id)
    const pictures = await eraseAccount(tx, ctx.actor.id, now)
    if (pictures === null) throw new ApiError('noSession')
    await schedulePhotoDeletion(ctx, tx, pictures)
    await endAllSessions(ctx, tx, ctx.actor.id, 'account-closed')
    await ctx.events.accountClosed.announce(tx, { personId: ctx.actor.id, at: now, cause: 'closed' })
    await ctx.audit.add(tx, 'profile.close', { patientId: ctx.actor.id })
    await mailPerson(ctx, tx, person, profileClosed, {})
  })
  // Images that cannot be removed now are removed by the hourly job.
  await removeDueFiles(ctx).catch((error: unknown) => {
    ctx.logger.warn(
      { err: error },
      'images of a closed account could not be deleted yet: the job photos.remove deletes them',
    )
  })
  return {}
})
