import { ApiError } from '@mi-portal/contract/calls/api-error'
import { dataRightEndpoints, getDueInstant, lastDay } from '@mi-portal/contract/service-requests/data-rights'
import { operation } from '../../../platform/context/operation.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import { findRow } from '../../../platform/database/database.ts'
import { authorizeRequest, submitRequest } from '../submit-request.ts'
import { findAccess } from './data-rights.sql.ts'

export const claimAccess = operation(
  dataRightEndpoints.claim,
  async (ctx, { body: { access_id, message } }) => {
    const { db, actor, clock } = ctx
    const patient = await authorizeRequest(ctx, 'privacy', actor.id)
    const access = await findRow(db, findAccess, { id: access_id, patient_id: patient.id })
    if (access === null) throw new ApiError('notFound')
    if (access.actor_id === actor.id)
      throw new ApiError('decidedAlready', { msg: 'No se puede reclamar lo que hiciste tú' })
    const due_at = getDueInstant('access_claim', clock.now())
    const fields = {
      kind: 'access_claim',
      message,
      audit_event_id: access_id,
      claimed_person_id: access.actor_id,
    }
    const claim = { matter: 'privacy', action: 'privacy.claim', patient, fields, due_at } as const
    const { id, number } = await submitRequest(ctx, claim).catch((error: unknown) => {
      throw brokenConstraint(error) === 'data_requests_open_claim'
        ? new ApiError('decidedAlready', { msg: 'Ya reclamaste este acceso. Te responderemos' })
        : error
    })
    return { request: { id, receipt: number, due_on: lastDay(due_at) } }
  },
)
