/** Closes a person's own account. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { accounts } from '../people/accounts/accounts.service.ts'
import { removeDueFiles, schedulePhotoDeletion } from '../photos/store-photos.ts'
import { endAllSessions, lockSessions } from '../session/use-sessions.ts'
import { describeOwnChange, findOwnPerson, type ProfileServiceDependencies } from './own-account.service.ts'
import { profileClosed } from './profile.mails.ts'

export function createAccountClosingService(dependencies: ProfileServiceDependencies) {
  const { db, ctx, audit, mail, clock } = dependencies

  /**
   * Closes the caller's account for good. The clinical record stays in the archive, and the portal no longer shows
   * it.
   */
  async function closeAccount(actor: Actor, origin: Origin): Promise<void> {
    const person = await findOwnPerson(ctx, actor)
    await db.transaction(async (tx) => {
      const now = clock.now()
      await lockSessions(tx, actor.id)
      const pictures = await accounts.close(tx, actor.id, now)
      if (pictures === null) throw new ApiError('noSession')
      await schedulePhotoDeletion(ctx, tx, pictures)
      await endAllSessions(ctx, tx, actor.id, 'account-closed')
      await dependencies.accountClosed.announce(tx, { personId: actor.id, at: now, cause: 'closed' })
      await audit.add(tx, describeOwnChange(actor, 'profile.close', origin))
      if (person.email === null) return
      await mail.queue(tx, profileClosed, {
        recipient: person.email,
        person_id: actor.id,
        data: { first_name: person.greeting_name },
      })
    })
    mail.trigger()
    // Images that cannot be removed now are removed by the hourly job.
    await removeDueFiles(ctx).catch((error: unknown) => {
      dependencies.logger.warn(
        { err: error },
        'images of a closed account could not be deleted yet: the job photos.remove deletes them',
      )
    })
  }

  return { closeAccount }
}

export type AccountClosingService = ReturnType<typeof createAccountClosingService>
