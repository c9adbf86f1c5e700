import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { HandlerReply } from '@mi-portal/contract/calls/endpoint'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import { recheckAccess } from '../../family/patient-access.ts'
import { maySee } from '../exams.rules.ts'
import { getReading, toExam } from '../read-exams.ts'
import { authorizeSharer, endOrphanedShare, isLive } from './share-access.ts'
import { listSharedExams, mayManage } from './shares.rules.ts'
import { endLiveShare, endSharesOfExams, findShare, listShares } from './shares.sql.ts'

const dayMs = 24 * 3_600_000

async function readShares(ctx: ActorContext, patient: AuthorizedPatient) {
  const { db, actor, clock, config, ports } = ctx
  const now = clock.now()
  const since = new Date(now.getTime() - config.keep.sharesDays * dayMs)
  const caller = { id: actor.id, withoutReserved: patient.withoutReserved }
  const rows = (await db.run(listShares, { patient_id: patient.id, since })).filter(
    (share) => mayManage(share, caller) && maySee(share.type, actor.documentType),
  )
  const ids = rows.flatMap((share) => listSharedExams(share, actor.documentType).map(({ id }) => id))
  const found = await ports.archive.examsById(getReading(ctx, patient), [...new Set(ids)])
  const known = new Map(found.map((exam) => [exam.id, { ...toExam(exam), type: exam.type }]))
  const shares: HandlerReply<typeof examShareEndpoints.list>['shares'] = []
  for (const share of rows) {
    const isLost =
      share.sharer_id !== share.patient_id &&
      isLive(ctx, share) &&
      (await authorizeSharer(ctx, share)) === null
    if (isLost) await endOrphanedShare(ctx, share)
    const shared = listSharedExams(share, actor.documentType)
    const [exam, ...other_exams] = shared.flatMap(({ id }) => known.get(id) ?? [])
    if (exam === undefined) continue
    const ended_at = isLost ? now : share.ended_at
    shares.push({
      ...share,
      exam,
      other_exams,
      openings: share.openings.map((at) => ({ at: new Date(at) })),
      ended_at,
      ended_because: isLost ? 'sight' : share.ended_because,
    })
  }
  return { shares }
}

export const listOwnShares = operation(examShareEndpoints.list, (ctx, { patient }) =>
  readShares(ctx, patient),
)

export const listSharesOfPatient = operation(examShareEndpoints.listOf, (ctx, { patient }) =>
  readShares(ctx, patient),
)

/** Ends a share at once; a share that has ended stays ended. Answers 404 to a caller to whom the share is not shown. */
export const endShare = operation(examShareEndpoints.end, async (ctx, { params: { id } }) => {
  const { db, actor, audit, clock } = ctx
  const share = await findRow(db, findShare, { id })
  if (share === null) throw new ApiError('notFound')
  const { patient_id } = share
  const patient = await recheckAccess(ctx, actor.id, patient_id, 'whole')
  const action = 'exams.shares.end'
  const entry = { patientId: patient_id, object: `share=${id}` }
  if (patient === null || !mayManage(share, { id: actor.id, withoutReserved: patient.withoutReserved })) {
    await audit.record(action, { ...entry, outcome: 'refused' })
    throw new ApiError('notFound')
  }
  await db.transaction(async (tx) => {
    const ended = await tx.run(endLiveShare, { id, now: clock.now(), ended_because: 'ended' })
    const actorRole = actor.id === patient_id ? actor.rol : 'guardian'
    if (ended.length > 0) await audit.add(tx, action, { ...entry, actorRole })
  })
  return {}
})

export async function endSharesOfWithdrawn(tx: Queries, examIds: readonly number[], now: Date) {
  await tx.run(endSharesOfExams, { exam_ids: examIds, now })
}
