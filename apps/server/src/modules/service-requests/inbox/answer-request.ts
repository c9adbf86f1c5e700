import { ApiError } from '@mi-portal/contract/api-error'
import { deskEndpoints } from '@mi-portal/contract/desk'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { notifyRequester } from '../notify-requester.ts'
import { attachFiles } from '../request-files.ts'
import { requestTables } from '../request-tables.ts'
import { findInboxRequest } from './find-inbox-request.ts'

/** Answers a request. The same answer by the same person again changes nothing; any other answer to an answered request is 409. */
export const answerRequest = operation(deskEndpoints.answer, async (ctx, { params, form, files }) => {
  const { db, actor, audit, clock, mail } = ctx
  const { matter, id } = params
  const request = await findInboxRequest(db, actor, params)
  const text = form.answer
  if (request.state === 'respondida' && request.answered_by === actor.id && request.answer === text) return {}
  await db.transaction(async (tx) => {
    const answered = { id, text, answered_by: actor.id, now: clock.now() }
    if ((await findRow(tx, requestTables[matter].answer, answered)) === null)
      throw new ApiError('decidedAlready')
    await attachFiles(ctx, tx, { matter, id, side: 'answer' }, files)
    await audit.add(tx, 'desk.answer', {
      patientId: request.patient_id,
      object: `${matter}=${id}`,
      detail: { files: files.length },
    })
    await notifyRequester(ctx, tx, request)
  })
  mail.trigger()
  return {}
})
