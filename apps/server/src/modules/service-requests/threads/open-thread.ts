import { ApiError } from '@mi-portal/contract/calls/api-error'
import { requestThreadEndpoints, type ThreadMatter } from '@mi-portal/contract/service-requests/threads'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { authorizeReader } from '../authorize-reader.ts'
import { describeRequest } from '../inbox/describe-request.ts'
import { markAnswersRead } from '../read-answers.ts'
import { readFiles } from '../request-files.ts'
import { formatRequestNumber } from '../service-requests.rules.ts'
import { findRequest, type InboxRow } from '../service-requests.sql.ts'
import { readMessages } from './store-message.ts'
import { mayReopen, toConversation } from './threads.rules.ts'

export async function findReadableRequest(
  ctx: ActorContext,
  { matter, id }: { readonly matter: ThreadMatter; readonly id: number },
  action: string,
): Promise<InboxRow> {
  const request = await findRow(ctx.db, findRequest, { matter, id })
  if (request === null) throw new ApiError('notFound')
  await authorizeReader(ctx, { ...request, request_id: id }, { action })
  return request
}

export const openThread = operation(requestThreadEndpoints.open, async (ctx, { params }) => {
  const { db, actor, clock } = ctx
  const { matter, id } = params
  const request = await findReadableRequest(ctx, params, 'requests.open')
  const [described, messages, pickFiles] = await Promise.all([
    describeRequest[matter](ctx, id),
    readMessages(db, params),
    readFiles(ctx, matter, [id]),
  ])
  await markAnswersRead(ctx, actor.id, matter, [id])
  return {
    request: {
      ...request,
      number: formatRequestNumber(matter, id, request.created_at),
      is_own: request.requester_id === actor.id,
      may_write: request.requester_id === actor.id && mayReopen(request.closed_at, clock.now()),
      facts: described.facts,
      messages: toConversation(request, described.message, messages).flatMap((entry) => {
        const { kind, text } = entry
        if (kind === 'note') return []
        const files = pickFiles(id, kind === 'request' ? 'request' : 'answer', entry.id ?? undefined)
        return [{ kind, text, at: entry.created_at, files }]
      }),
    },
  }
})
