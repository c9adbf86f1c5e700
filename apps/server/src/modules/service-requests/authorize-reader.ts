import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import type { ActorContext } from '../../platform/context/context.ts'
import { getAuditRole } from '../../platform/http/actor.ts'
import { recheckAccess } from '../family/patient-access.ts'
import { descriptions, mayRead } from './service-requests.rules.ts'

type Read = {
  readonly matter: Matter
  readonly request_id: number
  readonly requester_id: number
  readonly patient_id: number
}

export async function authorizeReader(
  ctx: ActorContext,
  { matter, request_id, requester_id, patient_id }: Read,
  { action, part = '' }: { readonly action: string; readonly part?: string },
): Promise<void> {
  const { actor, audit } = ctx
  const { kind, recordMatter } = descriptions[matter]
  const patient = await recheckAccess(ctx, actor.id, patient_id, recordMatter)
  const mayOpen =
    patient !== null &&
    mayRead({ kind, requester_id, patient_id }, { id: actor.id, withoutReserved: patient.withoutReserved })
  await audit.record(action, {
    actorRole: mayOpen ? getAuditRole(actor, patient) : actor.rol,
    patientId: patient_id,
    object: `${matter}=${request_id}${part}`,
    outcome: mayOpen ? 'done' : 'refused',
  })
  if (!mayOpen) throw new ApiError('notFound')
}
