import { ApiError } from '@mi-portal/contract/calls/api-error'
import { dataRightEndpoints, getDueInstant, lastDay } from '@mi-portal/contract/service-requests/data-rights'
import { toDay } from '@mi-portal/contract/values/dates'
import { operation } from '../../../platform/context/operation.ts'
import { findPerson } from '../../people/read-people.ts'
import { authorizeRequest, submitRequest } from '../submit-request.ts'
import { mayUseFor } from './data-rights.rules.ts'

export const requestRight = operation(dataRightEndpoints.request, async (ctx, { body }) => {
  const { actor, ages, clock } = ctx
  const { right, message, family_member_id } = body
  const patient = await authorizeRequest(ctx, 'privacy', family_member_id)
  const person = await findPerson(ctx, patient.id)
  if (patient.id !== actor.id && !mayUseFor(right, person?.date_birth ?? null, toDay(clock.now()), ages))
    throw new ApiError('rightOfTheirOwn', { param: 'right' })
  const fields = { kind: right, message }
  const due_at = getDueInstant(right, clock.now())
  const { id, number } = await submitRequest(ctx, { matter: 'privacy', patient, fields, due_at })
  return { request: { id, receipt: number, due_on: lastDay(due_at) } }
})
