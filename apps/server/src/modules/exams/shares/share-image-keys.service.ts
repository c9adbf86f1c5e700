/**
 * Signed keys with which the recipient of a share sees images. Only an opening with the code creates one. Each use checks in the database that
 * the opening took place, that the share still lives, and that its creator may still see the exam.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import { shareLimits } from '@mi-portal/contract/exam-share-limits'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AuthorizedPatient, Origin } from '../../../platform/http/actor.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createSigner, type Signer } from '../../../platform/security/tokens.ts'
import type { ShareAccess } from './share-access.service.ts'
import type { ShareRow } from './shares.sql.ts'
import * as sharesSql from './shares.sql.ts'

type ShareImageKeysDependencies = {
  readonly db: Database
  readonly access: ShareAccess
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
}

const frameKeySeconds = 300

/** The contents of a valid key, and the access with which its exam is read now. */
export type SharedImagesGrant = {
  readonly share: ShareRow
  /** The number of the opening that created the key. */
  readonly opening: number
  readonly examId: number
  readonly patient: AuthorizedPatient
  /** The end of the key, in seconds since 1970. */
  readonly until: number
}

/** Returns the audit entry of what the recipient of a share sees of the images of an exam. */
export function describeSharedImages(
  { share, opening, examId }: Omit<SharedImagesGrant, 'patient' | 'until'>,
  origin: Origin,
) {
  return {
    actorId: null,
    actorRole: 'share',
    action: 'images.study',
    patientId: share.patient_id,
    object: `attention_id=${examId} share=${share.id} opening=${opening}`,
    origin,
  }
}

export function createShareImageKeysService(dependencies: ShareImageKeysDependencies) {
  const { db, access, audit, clock, secrets } = dependencies
  // A key that lists images opens none, and a key that opens images does not list them.
  const listKeys = createSigner(secrets, 'shared-exam-images')
  const frameKeys = createSigner(secrets, 'shared-exam-image')
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const endOf = (share: ShareRow) => Math.floor(share.expires_at.getTime() / 1000)

  /** Rejects the key of a share that has ended. The audit log has one entry for each opening, exam and day. */
  async function rejectEnded(
    refused: Omit<SharedImagesGrant, 'patient' | 'until'>,
    origin: Origin,
    because: string,
  ): Promise<never> {
    await audit.recordDaily({
      ...describeSharedImages(refused, origin),
      outcome: 'refused',
      detail: { because },
    })
    throw new ApiError('shareOver')
  }

  /** Returns what a key opens now. Throws 404 if the key is unknown or has expired, and 410 if its share has ended. */
  async function authorize(signer: Signer, key: string, origin: Origin): Promise<SharedImagesGrant> {
    const [shareId, opening, examId, until] = signer.open(key) ?? []
    if (shareId === undefined || opening === undefined || examId === undefined || until === undefined)
      return access.rejectUnknown(origin)
    const share = await sharesSql.byOpening(db, shareId, opening)
    if (share === null) return access.rejectUnknown(origin)
    if (!access.isLive(share)) return rejectEnded({ share, opening, examId }, origin, 'over')
    if (seconds() >= until) return access.rejectUnknown(origin)
    const patient = await access.authorizeExam(share, examId)
    if (patient === null) return rejectEnded({ share, opening, examId }, origin, 'sight')
    return { share, opening, examId, patient, until }
  }

  return {
    /** Returns a key that lists the images of an exam for as long as an opening of its share shows images. */
    signOpening: (share: ShareRow, opening: number, examId: number): string =>
      listKeys.sign([
        share.id,
        opening,
        examId,
        Math.min(seconds() + shareLimits.imageMinutes * 60, endOf(share)),
      ]),
    authorizeList: (key: string, origin: Origin) => authorize(listKeys, key, origin),

    /** Returns a key that opens the images of an exam for five minutes, and not longer than the key that lists them. */
    signFrames: ({ share, opening, examId, until }: SharedImagesGrant): string =>
      frameKeys.sign([share.id, opening, examId, Math.min(seconds() + frameKeySeconds, until)]),
    authorizeFrame: (key: string, origin: Origin) => authorize(frameKeys, key, origin),
  }
}

export type ShareImageKeys = ReturnType<typeof createShareImageKeysService>
