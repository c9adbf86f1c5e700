import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext } from '../../platform/context/context.ts'
import { findPerson, type Person } from '../people/read-people.ts'

export async function findOwnPerson(ctx: ActorContext): Promise<Person> {
  const person = await findPerson(ctx, ctx.actor.id)
  if (!person) throw new ApiError('noSession')
  return person
}
