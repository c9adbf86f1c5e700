import { ApiError } from '@mi-portal/contract/calls/api-error'
import { extendedDue, formatReceipt, lastDay } from '@mi-portal/contract/service-requests/data-rights'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { addNotNotified } from '../../../platform/notified.ts'
import { findPerson } from '../../people/read-people.ts'
import { findInboxRequest } from '../inbox/find-inbox-request.ts'
import { dataRequestExtended } from './data-rights.mails.ts'
import { extendDataRequest } from './data-rights.sql.ts'

export const extendDeadline = operation(
  inboxEndpoints.extend,
  async (ctx, { params: { id }, body: { reason } }) => {
    const { db, actor, audit, clock, mail } = ctx
    const request = await findInboxRequest(db, actor, { matter: 'privacy', id })
    const due_at = extendedDue(request.due_at)
    const requester = await findPerson(ctx, request.requester_id)
    await db.transaction(async (tx) => {
      const now = clock.now()
      const extended = { id, due_at, extension_reason: reason, extended_by: actor.id, now }
      if ((await findRow(tx, extendDataRequest, extended)) === null) throw new ApiError('termNotExtended')
      await audit.add(tx, 'privacy.extend', { patientId: request.patient_id, object: `privacy=${id}` })
      if (!requester?.email) return addNotNotified(request.requester_id, 'no_address')
      await mail.queue(tx, dataRequestExtended, {
        recipient: requester.email,
        person_id: requester.id,
        data: {
          first_name: requester.greeting_name,
          number: formatReceipt(id, request.created_at),
          due_on: lastDay(due_at),
        },
      })
    })
    return { due_at }
  },
)
