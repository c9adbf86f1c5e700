/** Who may decide a change that needs two members of staff. */
import type { ApiErrorCode } from '@mi-portal/contract/api-error'
import type { Role } from '@mi-portal/contract/people'
import { mayAdminister } from '../people/people.rules.ts'

type Decision = {
  readonly actor: { readonly id: number; readonly rol: Role }
  readonly requestedBy: number
  readonly subject: { readonly id: number; readonly rol: Role }
}

/** Returns why this member of staff may not confirm a change, or null. */
export function confirmErrorOf({ actor, requestedBy, subject }: Decision): ApiErrorCode | null {
  if (actor.id === requestedBy || actor.id === subject.id) return 'confirmedByAnother'
  return mayAdminister(actor.rol, subject.rol) ? null : 'forbidden'
}

/** Returns why this member of staff may not reject a change, or null. Its requester may withdraw it. */
export function rejectErrorOf(decision: Decision): ApiErrorCode | null {
  return decision.actor.id === decision.requestedBy ? null : confirmErrorOf(decision)
}
