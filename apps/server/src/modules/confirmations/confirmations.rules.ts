/** Who may decide a change that needs two members of staff. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Role } from '@mi-portal/contract/people'
import { mayAdminister } from '../people/people.rules.ts'

type Decision = {
  readonly actor: { readonly id: number; readonly rol: Role }
  readonly requestedBy: number
  readonly subject: { readonly id: number; readonly rol: Role }
}

/** The error for a change of one's own account, or one that the same person requested. */
export function decidedByAnother(): ApiError {
  return new ApiError('forbidden', { msg: 'Este cambio lo debe decidir otra persona del equipo' })
}

/** Returns why this member of staff may not confirm a change, or null. */
export function confirmErrorOf({ actor, requestedBy, subject }: Decision): ApiError | null {
  if (actor.id === requestedBy || actor.id === subject.id) return decidedByAnother()
  return mayAdminister(actor.rol, subject.rol) ? null : new ApiError('forbidden')
}

/** Returns why this member of staff may not reject a change, or null. Its requester may withdraw it. */
export function rejectErrorOf(decision: Decision): ApiError | null {
  return decision.actor.id === decision.requestedBy ? null : confirmErrorOf(decision)
}
