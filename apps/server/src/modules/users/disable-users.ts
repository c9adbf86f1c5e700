import { ApiError } from '@mi-portal/contract/calls/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { disablePerson, lockSuperAdmins } from '../people/accounts/change-account-access.ts'
import { mayAdminister } from '../people/people.rules.ts'
import { findPerson, type Person } from '../people/read-people.ts'
import { dropPhotosAfterDecision } from '../photos/store-photos.ts'
import { endAllSessions } from '../session/use-sessions.ts'
import { findDisablingError } from './users.rules.ts'

export async function findTarget(ctx: ActorContext, id: number): Promise<Person> {
  const person = await findPerson(ctx, id)
  if (person === null) throw new ApiError('notFound')
  if (!mayAdminister(ctx.actor.rol, person.rol)) throw new ApiError('forbidden')
  return person
}

export async function endAccount(ctx: Context, tx: Queries, person: Person): Promise<void> {
  await endAllSessions(ctx, tx, person.id, 'account-closed')
  await ctx.events.accountDisabled.announce(tx, {
    personId: person.id,
    at: ctx.clock.now(),
    cause: 'disabled',
  })
  if (person.status === accountStatus.pending)
    await dropPhotosAfterDecision(ctx, tx, [person.image_store_passport, person.image_store_passport_patient])
}

/**
 * Throws unless the account may be disabled now. Concurrent calls about super administrators wait for each other, so
 * the last one cannot be disabled.
 */
export async function admitDisabling(tx: Queries, actor: Actor, person: Person): Promise<void> {
  const self = actor.id === person.id
  const counted = !self && person.rol === 'SUPER_ADMIN_ROLE' ? await lockSuperAdmins(tx) : []
  const otherSuperAdmins = counted.filter((id) => id !== person.id).length
  const rejection = findDisablingError(self, person.rol, otherSuperAdmins)
  if (rejection !== null) throw new ApiError(rejection)
}

export async function disableUser(ctx: ActorContext, id: number): Promise<void> {
  const person = await findTarget(ctx, id)
  await ctx.db.transaction(async (tx) => {
    await admitDisabling(tx, ctx.actor, person)
    if (!(await disablePerson(tx, id, ctx.clock.now()))) return
    await endAccount(ctx, tx, person)
    const detail = { before: { status: person.status }, after: { status: accountStatus.disabled } }
    await ctx.audit.add(tx, 'users.disable', { patientId: id, detail })
  })
}
