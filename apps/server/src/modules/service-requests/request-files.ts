import type { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { inboxEndpoints, type Matter } from '@mi-portal/contract/service-requests/inbox'
import {
  type AttachedFile,
  serviceRequestEndpoints,
} from '@mi-portal/contract/service-requests/service-requests'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { Attachment } from '../../platform/http/forms/attachments.ts'
import { formatDisposition, uploadHeaders } from '../../platform/http/headers.ts'
import { ownFile } from '../uploads/store-files.ts'
import { authorizeReader } from './authorize-reader.ts'
import { descriptions, isForStaff, mayAnswer } from './service-requests.rules.ts'
import {
  attachFile,
  findFile,
  findOrder,
  listFiles,
  listOrders,
  type OwnedFile,
  type RequestFile,
} from './service-requests.sql.ts'

type Side = RequestFile['side']

export async function attachFiles(
  ctx: Context,
  tx: Queries,
  {
    matter,
    id,
    side,
    message_id = null,
  }: { matter: Matter; id: number; side: Side; message_id?: number | null },
  attachments: readonly Attachment[],
): Promise<void> {
  const place = { request_kind: descriptions[matter].kind, request_id: id, side, message_id }
  for (const attachment of attachments) {
    const purpose = side === 'answer' ? ('answer' as const) : ('request' as const)
    const file_id = await ownFile(ctx, tx, { ...attachment, purpose, encrypted: null })
    await tx.run(attachFile, { ...place, file_id })
  }
}

function toAttachedFile(
  { id, name, scan_state }: Pick<RequestFile, 'id' | 'name' | 'scan_state'>,
  endpoint: { readonly path: `/${string}` },
): AttachedFile {
  const url = fullPath({ ...serviceRequestEndpoints.file, path: endpoint.path })
  return { name, url: url.replace('{file_id}', String(id)), scan_state }
}

export async function readFiles(
  { db }: Context,
  matter: Matter,
  request_ids: readonly number[],
  endpoint: { readonly path: `/${string}` } = serviceRequestEndpoints.file,
): Promise<(requestId: number, side: Side, messageId?: number) => AttachedFile[]> {
  const { kind } = descriptions[matter]
  const rows = request_ids.length === 0 ? [] : await db.run(listFiles, { request_kind: kind, request_ids })
  return (requestId, side, messageId) =>
    rows
      .filter(
        (row) => row.request_id === requestId && row.side === side && row.message_id === (messageId ?? null),
      )
      .map((row) => toAttachedFile(row, endpoint))
}

export async function readOrders({ db }: Context, matter: Matter, id: number): Promise<AttachedFile[]> {
  if (matter !== 'imaging') return []
  return (await db.run(listOrders, { contact_id: id })).map((row) => toAttachedFile(row, inboxEndpoints.file))
}

async function sendFile({ files }: Context, reply: FastifyReply, file: OwnedFile): Promise<FastifyReply> {
  const content: Readable | null = await files.read(file.key)
  if (content === null)
    throw new ApiError('unavailable', { cause: new Error('requests: the bytes are gone') })
  return reply
    .headers(uploadHeaders)
    .header('content-disposition', formatDisposition('attachment', file.name))
    .type(file.media_type)
    .send(content)
}

export const downloadRequestFile = operation(
  serviceRequestEndpoints.file,
  async (ctx, { params: { file_id }, reply }) => {
    const file = await findRow(ctx.db, findFile, { file_id })
    if (file === null) throw new ApiError('notFound')
    await authorizeReader(ctx, file, { action: 'requests.file', part: ` file=${file_id}` })
    return sendFile(ctx, reply, file)
  },
)

export const downloadInboxFile = operation(
  inboxEndpoints.file,
  async (ctx, { params: { file_id }, reply }) => {
    const file =
      (await findRow(ctx.db, findFile, { file_id })) ?? (await findRow(ctx.db, findOrder, { file_id }))
    if (file === null || !isForStaff(ctx.actor, file)) throw new ApiError('notFound')
    if (!mayAnswer(ctx.actor, file.matter)) throw new ApiError('forbidden')
    await ctx.audit.record('requests.file', {
      patientId: file.patient_id,
      object: `${file.matter}=${file.request_id} file=${file_id}`,
    })
    return sendFile(ctx, reply, file)
  },
)
