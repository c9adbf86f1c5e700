/** What the operations of a person's own account share: the person and the audit entry. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { ActorContext } from '../../platform/context/context.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Person } from '../people/read-people.ts'
import { findPerson } from '../people/read-people.ts'

export async function findOwnPerson(ctx: ActorContext): Promise<Person> {
  const person = await findPerson(ctx, ctx.actor.id)
  if (!person) throw new ApiError('noSession')
  return person
}

export function describeOwnChange(actor: Actor, action: string, origin: Origin, detail?: object) {
  return {
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: actor.id,
    origin,
    ...(detail ? { detail } : {}),
  }
}
