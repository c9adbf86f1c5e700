/**
 * Copies of all data that the portal stores about a person. A request is answered at once. A worker creates the copy,
 * limited to what the requester may see at that time. Each file can be downloaded once, by the same person with a
 * live session.
 */

import { Transform } from 'node:stream'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Copy, CopyKind } from '@mi-portal/contract/exports'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, AuthorizedPatient, Origin } from '../../platform/http/actor.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import { recheckAccess } from '../family/patient-access.ts'
import { admitUpload } from '../uploads/store-files.ts'
import { exportLimits, filesLeft, presentedState } from './exports.rules.ts'
import type { ListedExport } from './exports.sql.ts'
import * as exportsSql from './exports.sql.ts'

type ExportsDependencies = {
  readonly db: Database
  readonly files: FileStore
  readonly fileRecords: FileRecords

  readonly ctx: Context
  readonly audit: Audit
  readonly clock: Clock
  /** Copies that one account can request in a day. */
  readonly copiesPerDay: number
  /** Triggers the worker that creates copies. */
  readonly triggerWorker: () => void
}

const minute = 60_000

export function createExportsService(dependencies: ExportsDependencies) {
  const { db, files, fileRecords, ctx, audit, clock } = dependencies

  function present(row: ListedExport): Copy {
    const now = clock.now()
    return {
      id: row.id,
      patient_id: row.patient_id,
      patient_full_name: row.patient_full_name,
      is_own: row.patient_id === row.requester_id,
      state: presentedState(row, now),
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
      files: filesLeft(row, now),
    }
  }

  async function found(id: number, requesterId: number): Promise<ListedExport> {
    const row = await exportsSql.one(db, id, requesterId)
    if (row === null) throw new ApiError('notFound')
    return row
  }

  /** Rejects a requester who has used the copies of the day. Runs within the lock of the queue. */
  async function requireQuota(tx: Queries, requesterId: number): Promise<void> {
    const now = clock.now().getTime()
    const since = new Date(now - limits.dataCopy.minutes * minute)
    const limiting = await exportsSql.findLimiting(tx, requesterId, since, dependencies.copiesPerDay)
    if (limiting === null) return
    const retryAfter = Math.max(1, Math.ceil((limiting.getTime() - since.getTime()) / 1000))
    throw new ApiError('exportsUsedUp', { retryAfter })
  }

  return {
    requestExport: async (actor: Actor, patient: AuthorizedPatient): Promise<Copy> => {
      await admitUpload(ctx, 0)
      const id = await db.transaction(async (tx) => {
        await exportsSql.lockQueue(tx)
        if ((await exportsSql.waiting(tx)) >= exportLimits.queue)
          throw new ApiError('unavailable', { retryAfter: 60 })
        await requireQuota(tx, actor.id)
        const made = await exportsSql.insert(tx, actor.id, patient.id, patient.withoutReserved, clock.now())
        if (made === null) throw new ApiError('exportUnderWay')
        return made
      })
      dependencies.triggerWorker()
      return present(await found(id, actor.id))
    },

    /** Withdraws the copies of a patient's data for other people, because the patient keeps an item private from now on. */
    withdrawOfOthers: async (tx: Queries, patientId: number): Promise<void> => {
      const ids = await exportsSql.withdrawOfOthers(tx, patientId, clock.now())
      if (ids.length > 0) await fileRecords.setExpiry(tx, ids, clock.now())
    },

    list: async (actor: Actor): Promise<Copy[]> => {
      const rows = await exportsSql.list(db, actor.id)
      const seen: ListedExport[] = []
      for (const row of rows)
        if ((await recheckAccess(ctx, actor.id, row.patient_id, 'whole')) !== null) seen.push(row)
      return seen.map(present)
    },

    /** Returns the content of a file, once. An interrupted transfer does not count. */
    download: async (actor: Actor, id: number, kind: CopyKind, origin: Origin) => {
      const row = await found(id, actor.id)
      const access = await recheckAccess(ctx, actor.id, row.patient_id, 'whole')
      // A copy that was created whole may contain more than a guardian may see now.
      const mayTake = access !== null && (row.without_reserved || !access.withoutReserved)
      const note = (outcome: 'done' | 'refused') =>
        audit.record({
          actorId: actor.id,
          actorRole: actor.id === row.patient_id ? actor.rol : 'guardian',
          action: 'exports.take',
          patientId: row.patient_id,
          object: `export_id=${id} ${kind}`,
          outcome,
          origin,
        })
      if (!mayTake) {
        await note('refused')
        throw new ApiError('notFound')
      }
      const file = await exportsSql.recordDownload(db, kind, id, actor.id, clock.now())
      const content = file === null ? null : await files.read(file.key)
      if (file === null || content === null) throw new ApiError('exportOver')
      await note('done')
      return { ...file, content: content.pipe(untilTaken(kind, id, file.id, file.bytes)) }
    },
  }

  /**
   * Passes the bytes on. The file is deleted after a complete transfer, and can be downloaded again after an
   * incomplete one.
   */
  function untilTaken(kind: CopyKind, id: number, fileId: number, bytes: number): Transform {
    let left = bytes
    return new Transform({
      transform: (chunk: Uint8Array, _encoding, done) => {
        left -= chunk.byteLength
        done(null, chunk)
      },
      destroy: (error, done) => {
        const settle =
          left <= 0 && error === null
            ? fileRecords.setExpiry(db, [fileId], clock.now())
            : exportsSql.undoDownload(db, kind, id)
        // If the database is unavailable, the file is deleted when it expires.
        settle.catch(() => {}).finally(() => done(error))
      },
    })
  }
}

export type ExportsService = ReturnType<typeof createExportsService>
