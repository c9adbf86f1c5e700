/** Changes a person's own password. */

import { ApiError, type FieldError } from '@mi-portal/contract/api-error'
import type { passwordChange } from '@mi-portal/contract/profile'
import type * as z from 'zod/mini'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { weakness } from '../../platform/security/weak-passwords.ts'
import { accounts } from '../people/accounts/accounts.service.ts'
import type { Person } from '../people/people.service.ts'
import { getKeyOfSession, keepOnlySession, lockSessions } from '../session/use-sessions.ts'
import { describeOwnChange, findOwnPerson, type ProfileServiceDependencies } from './own-account.service.ts'
import { passwordChanged } from './profile.mails.ts'

type PasswordChange = z.output<typeof passwordChange>

export function createPasswordChangeService(dependencies: ProfileServiceDependencies) {
  const { db, ctx, passwords, rateLimiter, audit, mail, clock } = dependencies

  /** Returns the field errors of a new password, besides those of its form. */
  async function findPasswordErrors(person: Person, change: PasswordChange): Promise<FieldError[]> {
    const same = change.password.normalize('NFKC') === change.oldPassword.normalize('NFKC')
    if (same) return [...new ApiError('samePassword', { param: 'password' }).fieldErrors]
    const names = [person.first_name, person.last_name, person.second_name]
    const msg = await weakness(
      change.password,
      { document_number: person.document_number, names },
      dependencies.branding,
    )
    return msg === null ? [] : [{ param: 'password', msg }]
  }

  async function changePassword(actor: Actor, change: PasswordChange, origin: Origin): Promise<void> {
    const subject = String(actor.id)
    const standing = await rateLimiter.peek(limits.oldPassword, subject)
    if (standing.over) throw new ApiError('tooMany', { retryAfter: standing.retryAfter })
    const person = await findOwnPerson(ctx, actor)
    // A caller who signed in with a temporary password has to enter that one, because they do not know the other.
    const key = actor.temporaryKey ? await getKeyOfSession(ctx, actor.sessionId) : null
    const current = actor.temporaryKey ? (key?.hash ?? null) : person.password_hash
    if (!(await passwords.verify(current, change.oldPassword))) {
      await rateLimiter.count(limits.oldPassword, subject)
      await audit.record({ ...describeOwnChange(actor, 'profile.password', origin), outcome: 'refused' })
      throw new ApiError('wrongOldPassword', { param: 'oldPassword' })
    }
    const fieldErrors = await findPasswordErrors(person, change)
    if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors, msg: fieldErrors[0]?.msg })
    // The temporary password proves a mailbox alone. An account with a passkey needs that second proof too.
    if (key?.lacks_passkey_proof) throw new ApiError('passkeyProofNeeded')
    const hash = await passwords.hash(change.password)
    await db.transaction(async (tx) => {
      const now = clock.now()
      await lockSessions(tx, actor.id)
      if (!(await accounts.setPassword(tx, actor.id, person.password_hash, hash, now)))
        throw new ApiError('changedMeanwhile')
      await keepOnlySession(ctx, tx, actor)
      await audit.add(tx, describeOwnChange(actor, 'profile.password', origin))
      if (person.email === null) return
      await mail.queue(tx, passwordChanged, {
        recipient: person.email,
        person_id: actor.id,
        data: { first_name: person.greeting_name, at: now },
      })
    })
    await rateLimiter.reset(limits.oldPassword, subject)
    mail.trigger()
  }

  return { changePassword }
}

export type PasswordChangeService = ReturnType<typeof createPasswordChangeService>
