import { ApiError } from '@mi-portal/contract/calls/api-error'
import { exportEndpoints } from '@mi-portal/contract/exports'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { recheckAccess } from '../family/patient-access.ts'
import { admitUpload } from '../uploads/store-files.ts'
import { exportLimits, getShownState, listFilesLeft } from './exports.rules.ts'
import {
  countWaiting,
  findExport,
  findLimiting,
  insertExport,
  listExports,
  lockQueue,
  withdrawExports,
} from './exports.sql.ts'
import { getExportQueue } from './make-exports.ts'

const minute = 60_000

function toCopy({ clock }: Context, row: Row<typeof findExport>) {
  const now = clock.now()
  return {
    ...row,
    is_own: row.patient_id === row.requester_id,
    state: getShownState(row, now),
    files: listFilesLeft(row, now),
  }
}

export async function findOwnExport({ db, actor }: ActorContext, id: number) {
  const row = await findRow(db, findExport, { id, requester_id: actor.id })
  if (row === null) throw new ApiError('notFound')
  return row
}

async function requireQuota({ actor, clock, config }: ActorContext, tx: Queries): Promise<void> {
  const { scope, max, minutes } = limits.dataCopy
  const since = new Date(clock.now().getTime() - minutes * minute)
  const perDay = (config.ownLimits.get(scope) ?? max) * config.limitsFactor
  const given = { requester_id: actor.id, since, offset_rows: perDay - 1 }
  const limiting = await findRow(tx, findLimiting, given)
  if (limiting === null) return
  const retryAfter = Math.max(1, Math.ceil((limiting.created_at.getTime() - since.getTime()) / 1000))
  throw new ApiError('exportsUsedUp', { retryAfter })
}

/** Is answered at once. A worker creates the copy, limited to what the requester may see at that time. */
export const requestExport = operation(exportEndpoints.request, async (ctx, { patient }) => {
  const { db, actor, clock } = ctx
  await admitUpload(ctx, 0)
  const { id } = await db.transaction(async (tx) => {
    await tx.run(lockQueue, {})
    const waiting = await findRow(tx, countWaiting, {})
    if ((waiting?.count ?? 0) >= exportLimits.queue) throw new ApiError('unavailable', { retryAfter: 60 })
    await requireQuota(ctx, tx)
    const made = await findRow(tx, insertExport, {
      requester_id: actor.id,
      patient_id: patient.id,
      without_reserved: patient.withoutReserved,
      now: clock.now(),
    })
    if (made === null) throw new ApiError('exportUnderWay')
    return made
  })
  getExportQueue(ctx).trigger()
  return { export: toCopy(ctx, await findOwnExport(ctx, id)) }
})

export const listOwnExports = operation(exportEndpoints.list, async (ctx) => {
  const exports: ReturnType<typeof toCopy>[] = []
  for (const row of await ctx.db.run(listExports, { requester_id: ctx.actor.id }))
    if ((await recheckAccess(ctx, ctx.actor.id, row.patient_id, 'whole')) !== null)
      exports.push(toCopy(ctx, row))
  return { exports }
})

/** Withdraws the copies of a patient's data for other people, because the patient keeps an item private from now on. */
export async function withdrawExportsOfOthers(
  { clock, fileRecords }: Context,
  tx: Queries,
  patientId: number,
): Promise<void> {
  const withdrawn = await tx.run(withdrawExports, { patient_id: patientId, now: clock.now() })
  const ids = withdrawn
    .flatMap(({ pdf_file_id, bundle_file_id }) => [pdf_file_id, bundle_file_id])
    .filter((id) => id !== null)
  if (ids.length > 0) await fileRecords.setExpiry(tx, ids, clock.now())
}
