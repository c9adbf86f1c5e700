import { ApiError } from '@mi-portal/contract/api-error'
import { deskEndpoints } from '@mi-portal/contract/desk'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import type { Attachment } from '../../../platform/http/forms/attachments.ts'
import { rejectClaimedPerson } from '../data-rights/claim-access.ts'
import { notifyRequester } from '../notify-requester.ts'
import { attachFiles } from '../request-files.ts'
import { requestTables } from '../request-tables.ts'
import type { InboxRow } from '../service-requests.sql.ts'
import { findInboxRequest } from './find-inbox-request.ts'

type Answer = { readonly text: string; readonly files: readonly Attachment[] }

/** Stores an answer with its files and notifies the requester, in the caller's transaction. Throws 409 if there is an answer already. */
export async function storeAnswer(
  ctx: ActorContext,
  tx: Queries,
  request: InboxRow,
  { text, files }: Answer,
): Promise<void> {
  const { actor, audit, clock } = ctx
  const { matter, id, patient_id: patientId } = request
  const answered = { id, text, answered_by: actor.id, now: clock.now() }
  if ((await findRow(tx, requestTables[matter].answer, answered)) === null)
    throw new ApiError('decidedAlready')
  await attachFiles(ctx, tx, { matter, id, side: 'answer' }, files)
  await audit.add(tx, 'desk.answer', {
    patientId,
    object: `${matter}=${id}`,
    detail: { files: files.length },
  })
  await notifyRequester(ctx, tx, request)
}

/** Answers a request. The same answer by the same person again changes nothing; any other answer to an answered request is 409. Answers 403 to the
 * person whose access a claim is about. */
export const answerRequest = operation(deskEndpoints.answer, async (ctx, { params, form, files }) => {
  const { db, actor, mail } = ctx
  const request = await findInboxRequest(db, actor, params)
  const text = form.answer
  if (request.state === 'respondida' && request.answered_by === actor.id && request.answer === text) return {}
  await db.transaction((tx) => storeAnswer(ctx, tx, request, { text, files })).catch(rejectClaimedPerson)
  mail.trigger()
  return {}
})
