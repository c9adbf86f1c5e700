import { ApiError } from '@mi-portal/contract/calls/api-error'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import type { Attachment } from '../../../platform/http/forms/attachments.ts'
import { notifyRequester } from '../notify-requester.ts'
import { attachFiles } from '../request-files.ts'
import { requestTables } from '../request-tables.ts'
import { hasLegalTerm } from '../service-requests.rules.ts'
import type { InboxRow } from '../service-requests.sql.ts'
import { lockConversation } from '../threads/store-message.ts'
import { compareSeen } from '../threads/threads.rules.ts'
import { findInboxRequest } from './find-inbox-request.ts'
import { storeReply } from './store-reply.ts'

type Answer = { readonly text: string; readonly files: readonly Attachment[] }

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

/**
 * Answers a request, or what its patient wrote later. The same answer by the same person again changes nothing. Answers 409 if the request is
 * closed, or if there are messages that the caller did not see: somebody else answered, or the patient wrote.
 */
export const answerRequest = operation(inboxEndpoints.answer, async (ctx, { params, form, files }) => {
  const { db, actor } = ctx
  const { answer: text, seen } = form
  await findInboxRequest(db, actor, params)
  const store = async (tx: Queries) => {
    const { request, conversation } = await lockConversation(tx, params)
    const compared = compareSeen(conversation, { author_id: actor.id, text, seen })
    if (compared === 'repeated') return
    if (request.answered_at !== null && hasLegalTerm(request.matter)) throw new ApiError('decidedAlready')
    if (compared === 'outdated') throw new ApiError('newMessages')
    if (request.closed_at !== null) throw new ApiError('requestClosed')
    if (request.answered_at === null) await storeAnswer(ctx, tx, request, { text, files })
    else await storeReply(ctx, tx, request, { kind: 'answer', text, files })
  }
  await db.transaction(store)
  return {}
})
