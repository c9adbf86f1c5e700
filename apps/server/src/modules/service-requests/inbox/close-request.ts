import { ApiError } from '@mi-portal/contract/calls/api-error'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { getDueMoment } from '../../deadlines/get-due-moment.ts'
import { stateChanges } from '../request-tables.ts'
import { descriptions } from '../service-requests.rules.ts'
import { lockConversation, toThreadKey } from '../threads/store-message.ts'
import { reopenThread } from '../threads/threads.sql.ts'
import { findInboxRequest } from './find-inbox-request.ts'
import { storeReply } from './store-reply.ts'

export const closeRequest = operation(inboxEndpoints.close, async (ctx, { params, body: { reason } }) => {
  const { db, actor } = ctx
  await findInboxRequest(db, actor, params)
  await db.transaction(async (tx) => {
    const { request } = await lockConversation(tx, params)
    if (request.closed_at !== null) throw new ApiError('requestClosed')
    await storeReply(ctx, tx, request, { kind: 'closing', text: reason })
  })
  return {}
})

export const reopenRequest = operation(inboxEndpoints.reopen, async (ctx, { params }) => {
  const { db, actor, audit, clock } = ctx
  const { matter, id } = params
  const { patient_id } = await findInboxRequest(db, actor, params)
  const promise = ctx.publicClinic().promises[descriptions[matter].promise]
  const due_at = await getDueMoment(db, promise, clock.now())
  await db.transaction(async (tx) => {
    if ((await findRow(tx, reopenThread, { ...toThreadKey(params), due_at })) === null)
      throw new ApiError('decidedAlready')
    await tx.run(stateChanges[matter], { id, state: 'pendiente', answered_at: null })
    await audit.add(tx, 'desk.reopen', { patientId: patient_id, object: `${matter}=${id}` })
  })
  return { due_at }
})
