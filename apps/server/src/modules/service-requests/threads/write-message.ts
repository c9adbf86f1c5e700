import { ApiError } from '@mi-portal/contract/calls/api-error'
import { requestThreadEndpoints } from '@mi-portal/contract/service-requests/threads'
import { operation } from '../../../platform/context/operation.ts'
import { getDueMoment } from '../../deadlines/get-due-moment.ts'
import { stateChanges } from '../request-tables.ts'
import { requestArrived } from '../service-requests.mails.ts'
import { descriptions, formatRequestNumber } from '../service-requests.rules.ts'
import { perDay } from '../submit-request.ts'
import { findReadableRequest } from './open-thread.ts'
import { lockConversation, storeMessage, toThreadKey } from './store-message.ts'
import { compareSeen, mayReopen } from './threads.rules.ts'
import { noteAsked } from './threads.sql.ts'

/**
 * Adds a message of the person who sent the request, and mails its department. What was answered or closed waits for an answer again, until a
 * new due moment. A message that the clinic's answer crossed is stored too.
 */
export const writeMessage = operation(
  requestThreadEndpoints.write,
  async (ctx, { params, form: { message: text, seen }, files }) => {
    const { db, actor, clock, mail, rateLimiter } = ctx
    const { matter, id } = params
    const { requester_id } = await findReadableRequest(ctx, params, 'requests.write')
    if (requester_id !== actor.id) throw new ApiError('forbidden')
    await rateLimiter.consumeEach([perDay[matter]], String(actor.id))
    const due_at = await db.transaction(async (tx) => {
      const { request, conversation } = await lockConversation(tx, params)
      if (compareSeen(conversation, { author_id: actor.id, text, seen }) === 'repeated') return request.due_at
      const now = clock.now()
      if (!mayReopen(request.closed_at, now)) throw new ApiError('tooLateToReopen')
      const isAnswered = request.state === 'respondida'
      const promise = ctx.publicClinic().promises[descriptions[matter].promise]
      const due = isAnswered ? await getDueMoment(tx, promise, now) : null
      await storeMessage(ctx, tx, params, { kind: 'request', text, files })
      await tx.run(noteAsked, { ...toThreadKey(params), due_at: due, now })
      if (isAnswered) await tx.run(stateChanges[matter], { id, state: 'pendiente', answered_at: null })
      const number = formatRequestNumber(matter, id, request.created_at)
      await mail.queue(tx, requestArrived, {
        recipient: ctx.settings.mailboxes[matter],
        person_id: null,
        data: { matter, id, number, due_at: due ?? request.due_at, files: files.length, is_new: false },
      })
      return due ?? request.due_at
    })
    return { due_at }
  },
)
