import { Transform } from 'node:stream'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type CopyKind, exportEndpoints } from '@mi-portal/contract/exports'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { sendUpload } from '../../platform/http/headers.ts'
import { recheckAccess } from '../family/patient-access.ts'
import { markDownloaded, unmarkDownloaded } from './exports.sql.ts'
import { findOwnExport } from './request-exports.ts'

/** Passes the bytes on. The file is deleted after a complete transfer, and can be downloaded again after an incomplete one. */
function deleteOnceSent(
  { db, clock, fileRecords }: Context,
  kind: CopyKind,
  exportId: number,
  file: { readonly id: number; readonly bytes: number },
): Transform {
  let left = file.bytes
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      left -= chunk.byteLength
      done(null, chunk)
    },
    destroy: (error, done) => {
      const settle: Promise<unknown> =
        left <= 0 && error === null
          ? fileRecords.setExpiry(db, [file.id], clock.now())
          : db.run(unmarkDownloaded[kind], { id: exportId })
      // If the database is unavailable, the file is deleted when it expires.
      settle.catch(() => {}).finally(() => done(error))
    },
  })
}

export const downloadExport = operation(
  exportEndpoints.file,
  async (ctx, { params: { id, kind }, reply }) => {
    const { db, actor, clock, ports } = ctx
    const row = await findOwnExport(ctx, id)
    const access = await recheckAccess(ctx, actor.id, row.patient_id, 'whole')
    const record = (outcome: 'done' | 'refused') =>
      ctx.audit.record('exports.take', {
        actorRole: actor.id === row.patient_id ? actor.rol : 'guardian',
        patientId: row.patient_id,
        object: `export_id=${id} ${kind}`,
        outcome,
      })
    // A copy that was created whole may contain more than a guardian may see now.
    if (access === null || (access.withoutReserved && !row.without_reserved)) {
      await record('refused')
      throw new ApiError('notFound')
    }
    const marked = { id, requester_id: actor.id, now: clock.now() }
    const file = await findRow(db, markDownloaded[kind], marked)
    const content = file === null ? null : await ports.archiveFiles.read(file.key)
    if (file === null || content === null) throw new ApiError('exportOver')
    await record('done')
    return sendUpload(reply, { ...file, content: content.pipe(deleteOnceSent(ctx, kind, id, file)) })
  },
)
