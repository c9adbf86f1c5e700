import type { ActorContext } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Attachment } from '../../../platform/http/forms/attachments.ts'
import { notifyRequester } from '../notify-requester.ts'
import { stateChanges } from '../request-tables.ts'
import { isThreadMatter } from '../service-requests.rules.ts'
import type { InboxRow } from '../service-requests.sql.ts'
import { storeMessage, toThreadKey } from '../threads/store-message.ts'
import { noteReplied } from '../threads/threads.sql.ts'

type Reply = {
  readonly kind: 'answer' | 'closing'
  readonly text: string
  readonly files?: readonly Attachment[]
}

/** Stores a later answer, or the reason of a closing, and notifies the requester, in a transaction that has locked the conversation. */
export async function storeReply(
  ctx: ActorContext,
  tx: Queries,
  request: InboxRow,
  reply: Reply,
): Promise<void> {
  const { matter, id, patient_id: patientId } = request
  if (!isThreadMatter(matter)) throw new Error(`${matter}: only the first answer counts`)
  const now = ctx.clock.now()
  const closes = reply.kind === 'closing'
  await storeMessage(ctx, tx, request, reply)
  await tx.run(noteReplied, { ...toThreadKey(request), closes, now })
  await tx.run(stateChanges[matter], { id, state: 'respondida', answered_at: now })
  await ctx.audit.add(tx, closes ? 'desk.close' : 'desk.answer', {
    patientId,
    object: `${matter}=${id}`,
    detail: { files: reply.files?.length ?? 0 },
  })
  await notifyRequester(ctx, tx, request)
}
