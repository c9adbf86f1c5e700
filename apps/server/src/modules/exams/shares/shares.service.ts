/** Lists the shares of a patient's exams, and ends them. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { ExamShare } from '@mi-portal/contract/exam-shares'
import type { Actor, AuthorizedPatient, Origin } from '../../../platform/http/actor.ts'
import { recheckAccess } from '../../family/patient-access.ts'
import { maySee } from '../exams.rules.ts'
import { presentExam } from '../exams.service.ts'
import type { SharesServiceDependencies } from './share-access.service.ts'
import { listSharedExams, mayManage } from './shares.rules.ts'
import * as sharesSql from './shares.sql.ts'

export function createSharesService({
  db,
  archive,
  exams,
  ctx,
  audit,
  clock,
  access,
  retentionDays,
}: SharesServiceDependencies) {
  async function listShares(actor: Actor, patient: AuthorizedPatient): Promise<{ shares: ExamShare[] }> {
    const now = clock.now()
    const rows = (
      await sharesSql.listed(db, patient.id, new Date(now.getTime() - retentionDays * 24 * 3_600_000))
    ).filter(
      (share) =>
        mayManage(share, { id: actor.id, withoutReserved: patient.withoutReserved }) &&
        maySee(share.type, actor.documentType),
    )
    const known = new Map(
      (
        await archive.examsById(exams.reading(patient), [
          ...new Set(rows.flatMap((share) => listSharedExams(share, actor.documentType).map(({ id }) => id))),
        ])
      ).map((exam) => [exam.id, { ...presentExam(exam), type: exam.type }]),
    )
    const lost = new Set<number>()
    for (const share of rows) {
      if (
        share.sharer_id === share.patient_id ||
        !access.isLive(share) ||
        (await access.authorizeSharer(share)) !== null
      )
        continue
      await access.endOrphanedShare(share)
      lost.add(share.id)
    }
    return {
      shares: rows.flatMap((share) => {
        const [exam, ...others] = listSharedExams(share, actor.documentType).flatMap(
          ({ id }) => known.get(id) ?? [],
        )
        if (exam === undefined) return []
        const ended_at = lost.has(share.id) ? now : share.ended_at
        return [
          {
            id: share.id,
            exam,
            other_exams: others,
            recipient_email: share.recipient_email,
            type_relationship: share.type_relationship,
            shared_by: share.shared_by,
            created_at: share.created_at.toISOString(),
            expires_at: share.expires_at.toISOString(),
            openings: share.openings.map((at) => ({ at: new Date(at).toISOString() })),
            ended_at: ended_at?.toISOString() ?? null,
            ended_because: lost.has(share.id) ? 'sight' : share.ended_because,
          },
        ]
      }),
    }
  }

  /**
   * Ends a share at once; a share that has ended stays ended. Throws 404 for a caller to whom the share is not
   * shown.
   */
  async function endShare(actor: Actor, id: number, origin: Origin): Promise<void> {
    const share = await sharesSql.byId(db, id)
    if (share === null) throw new ApiError('notFound')
    const patient = await recheckAccess(ctx, actor.id, share.patient_id, 'whole')
    const entry = {
      actorId: actor.id,
      actorRole: actor.id === share.patient_id ? actor.rol : 'guardian',
      action: 'exams.shares.end',
      patientId: share.patient_id,
      object: `share=${share.id}`,
      origin,
    }
    if (patient === null || !mayManage(share, { id: actor.id, withoutReserved: patient.withoutReserved })) {
      await audit.record({ ...entry, actorRole: actor.rol, outcome: 'refused' })
      throw new ApiError('notFound')
    }
    await db.transaction(async (tx) => {
      const ended = await sharesSql.end(tx, [share.id], clock.now(), 'ended')
      if (ended.length > 0) await audit.add(tx, entry)
    })
  }

  return {
    listShares,
    endShare,
    endAllOf: sharesSql.endAllOf,
    /** Ends everything that a person shares, of their own exams and of a child's. */
    endSharedBy: sharesSql.endSharedBy,
  }
}

export type SharesService = ReturnType<typeof createSharesService>
