import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import type { ActorContext } from '../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import type { Attachment } from '../../../platform/http/forms/attachments.ts'
import { attachFiles } from '../request-files.ts'
import { descriptions } from '../service-requests.rules.ts'
import { findRequest } from '../service-requests.sql.ts'
import { toConversation } from './threads.rules.ts'
import { insertMessage, listMessages, lockThread, type StoredMessage } from './threads.sql.ts'

type Place = { readonly matter: Matter; readonly id: number }

export const toThreadKey = ({ matter, id }: Place) => ({
  request_kind: descriptions[matter].kind,
  request_id: id,
})

export const readMessages = (db: Queries, request: Place) => db.run(listMessages, toThreadKey(request))

/** Reads a request and its conversation as they are once nobody else writes, until the transaction ends. */
export async function lockConversation(tx: Queries, { matter, id }: Place) {
  await tx.run(lockThread, toThreadKey({ matter, id }))
  const request = await findRow(tx, findRequest, { matter, id })
  if (request === null) throw new ApiError('notFound')
  return { request, conversation: toConversation(request, '', await readMessages(tx, { matter, id })) }
}

type NewMessage = {
  readonly kind: StoredMessage['kind']
  readonly text: string
  readonly files?: readonly Attachment[]
}

export async function storeMessage(
  ctx: ActorContext,
  tx: Queries,
  request: Place,
  { kind, text, files = [] }: NewMessage,
): Promise<void> {
  const { actor, clock } = ctx
  const stored = { ...toThreadKey(request), kind, author_id: actor.id, text, now: clock.now() }
  const message = await findRow(tx, insertMessage, stored)
  if (message === null) throw new Error('requests: the insert of a message returned no row')
  const side = kind === 'request' ? ('request' as const) : ('answer' as const)
  await attachFiles(ctx, tx, { ...request, side, message_id: message.id }, files)
}
