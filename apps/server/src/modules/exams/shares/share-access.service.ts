/**
 * Decides whether a share is still valid: it is only while its creator has access to the patient's record. It ends when
 * the account closes, a child comes of age or the family link ends.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import type { Ages } from '@mi-portal/contract/values/ages'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AuthorizedPatient, Origin } from '../../../platform/http/actor.ts'
import { callerNetwork, limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import type { ClinicalArchive } from '../../../ports/clinical-archive.ts'
import type { FileStore } from '../../../ports/files.ts'
import type { ImageArchive } from '../../../ports/image-archive.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import { recheckAccess } from '../../family/patient-access.ts'
import { findPerson, getOutgrownStep } from '../../people/people.service.ts'
import { maySee } from '../exams.rules.ts'
import type { ExamsService } from '../exams.service.ts'
import type { VisitsService } from '../visits.service.ts'
import { listSharedExams } from './shares.rules.ts'
import type { ShareRow } from './shares.sql.ts'
import * as sharesSql from './shares.sql.ts'

type ShareAccessDependencies = {
  readonly db: Database
  readonly ctx: Context

  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
}

export type SharesServiceDependencies = ShareAccessDependencies & {
  readonly access: ShareAccess
  readonly exams: ExamsService
  readonly visits: VisitsService
  readonly archive: ClinicalArchive
  readonly files: FileStore
  readonly mail: MailQueue
  readonly ctx: Context
  readonly ages: Ages
  readonly secrets: Secrets
  /** Days that a share is stored after its expiry. */
  readonly retentionDays: number
  /** The address of the portal, with which links to shares begin. */
  readonly publicUrl: string
  readonly imageArchive: Pick<ImageArchive, 'withImages'>
}

/** Returns the audit entry of a share that the portal itself ended. */
export function describeEndOfShare(share: ShareRow) {
  return {
    actorId: null,
    actorRole: 'system',
    action: 'exams.shares.end',
    patientId: share.patient_id,
    object: `share=${share.id}`,
    origin: null,
  } as const
}

export function createShareAccessService({
  db,
  ctx,

  rateLimiter,
  audit,
  clock,
}: ShareAccessDependencies) {
  /** Returns the sharer and the access to the patient that they have now. Null where `authorizeSharer` returns null. */
  async function findSharer(share: ShareRow) {
    const sharer = await findPerson(ctx, share.sharer_id)
    const usable =
      sharer !== null &&
      sharer.status === accountStatus.enabled &&
      sharer.deleted_at === null &&
      getOutgrownStep(ctx, sharer) === null &&
      maySee(share.type, sharer.document_type_id)
    if (!usable || !share.link_held) return null
    const patient = await recheckAccess(ctx, share.sharer_id, share.patient_id, 'whole')
    return patient === null ? null : { sharer, patient }
  }

  /**
   * Returns the access to the patient that the sharer has now. Null if their account is not usable, if the family link
   * was interrupted since the share, or if they have no access to the patient or to this kind of exam any more.
   */
  async function authorizeSharer(share: ShareRow): Promise<AuthorizedPatient | null> {
    return (await findSharer(share))?.patient ?? null
  }

  /**
   * Returns the access with which the recipient of a share reads one exam now. Null if the sharer has no access to the
   * patient or to this kind of exam any more, or if the share does not contain the exam.
   */
  async function authorizeExam(share: ShareRow, examId: number): Promise<AuthorizedPatient | null> {
    const found = await findSharer(share)
    if (found === null) return null
    const shared = listSharedExams(share, found.sharer.document_type_id)
    return shared.some(({ id }) => id === examId) ? found.patient : null
  }

  /** Rejects an unknown link or key with 404, and with 429 once this IP address tried too many. */
  async function rejectUnknown(origin: Origin): Promise<never> {
    await rateLimiter.consumeEach([limits.fileKey], callerNetwork(origin.ip))
    throw new ApiError('notFound')
  }

  function isLive(share: ShareRow): boolean {
    return share.ended_at === null && share.expires_at > clock.now()
  }

  /** Ends a share whose creator lost access to the patient's record. */
  async function endOrphanedShare(share: ShareRow): Promise<void> {
    await db.transaction(async (tx) => {
      const ended = await sharesSql.end(tx, [share.id], clock.now(), 'sight')
      if (ended.length === 0) return
      await audit.add(tx, describeEndOfShare(share))
    })
  }

  return { authorizeSharer, authorizeExam, isLive, endOrphanedShare, rejectUnknown }
}

export type ShareAccess = ReturnType<typeof createShareAccessService>
