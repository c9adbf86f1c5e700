/**
 * Decides whether a share is still valid: it is only while its creator has access to the patient's record. It ends when
 * the account closes, a child comes of age or the family link ends.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import { bySystem } from '../../../platform/audit.ts'
import type { CallContext, Context } from '../../../platform/context/context.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import { callerNetwork, limits } from '../../../platform/security/rate-limiter.ts'
import { recheckAccess } from '../../family/patient-access.ts'
import { findPerson, getOutgrownStep } from '../../people/read-people.ts'
import { maySee } from '../exams.rules.ts'
import { listSharedExams } from './shares.rules.ts'
import { endLiveShare, type ShareRow } from './shares.sql.ts'

export const describeEndOfShare = ({ id, patient_id }: ShareRow) =>
  ({
    ...bySystem,
    action: 'exams.shares.end',
    patientId: patient_id,
    object: `share=${id}`,
  }) as const

/**
 * Returns the sharer and the access to the patient that they have now. Null if their account is not usable, if the family link
 * was interrupted since the share, or if they have no access to the patient or to this kind of exam any more.
 */
async function findSharer(ctx: Context, share: ShareRow) {
  const sharer = await findPerson(ctx, share.sharer_id)
  const isUsable =
    sharer !== null &&
    sharer.status === accountStatus.enabled &&
    sharer.deleted_at === null &&
    getOutgrownStep(ctx, sharer) === null &&
    maySee(share.type, sharer.document_type_id)
  if (!isUsable || !share.link_held) return null
  const patient = await recheckAccess(ctx, share.sharer_id, share.patient_id, 'whole')
  return patient === null ? null : { sharer, patient }
}

export async function authorizeSharer(ctx: Context, share: ShareRow): Promise<AuthorizedPatient | null> {
  return (await findSharer(ctx, share))?.patient ?? null
}

/**
 * Returns the access with which the recipient of a share reads one exam now. Null if the sharer has no access to the
 * patient or to this kind of exam any more, or if the share does not contain the exam.
 */
export async function authorizeSharedExam(
  ctx: Context,
  share: ShareRow,
  examId: number,
): Promise<AuthorizedPatient | null> {
  const found = await findSharer(ctx, share)
  if (found === null) return null
  const shared = listSharedExams(share, found.sharer.document_type_id)
  return shared.some(({ id }) => id === examId) ? found.patient : null
}

/** Rejects an unknown link or key with 404, and with 429 once this IP address tried too many. */
export async function rejectUnknown({ rateLimiter, origin }: CallContext): Promise<never> {
  await rateLimiter.consumeEach([limits.fileKey], callerNetwork(origin.ip))
  throw new ApiError('notFound')
}

export const isLive = ({ clock }: Context, share: ShareRow): boolean =>
  share.ended_at === null && share.expires_at > clock.now()

export async function endOrphanedShare({ db, clock, auditLog }: Context, share: ShareRow): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx.run(endLiveShare, { id: share.id, now: clock.now(), ended_because: 'sight' })
    if (ended.length > 0) await auditLog.add(tx, describeEndOfShare(share))
  })
}
