/**
 * Signed keys with which the recipient of a share sees images. Only an opening with the code creates one. Each use checks in the database that
 * the opening took place, that the share still lives, and that its creator may still see the exam.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { shareLimits } from '@mi-portal/contract/exams/exam-share-limits'
import type { CallContext, Context } from '../../../platform/context/context.ts'
import { getSigner } from '../../../platform/context/signers.ts'
import { findRow } from '../../../platform/database/database.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import { authorizeSharedExam, isLive, rejectUnknown } from './share-access.ts'
import { findOpenedShare, type ShareRow } from './shares.sql.ts'

// A key that lists images opens none, and a key that opens images does not list them.
const listPurpose = 'shared-exam-images'
const framePurpose = 'shared-exam-image'
const frameKeySeconds = 300

type Opened = {
  readonly share: ShareRow
  readonly opening: number
  readonly examId: number
}

/** The contents of a valid key, and the access with which its exam is read now. */
export type SharedImagesGrant = Opened & {
  readonly patient: AuthorizedPatient
  readonly until: number
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)

export const describeSharedImages = ({ origin }: CallContext, { share, opening, examId }: Opened) => ({
  actorId: null,
  actorRole: 'share',
  action: 'images.study',
  patientId: share.patient_id,
  object: `attention_id=${examId} share=${share.id} opening=${opening}`,
  origin,
})

/** Rejects the key of a share that has ended. The audit log has one entry for each opening, exam and day. */
async function rejectEnded(ctx: CallContext, opened: Opened, because: string): Promise<never> {
  const entry = describeSharedImages(ctx, opened)
  await ctx.auditLog.recordDaily({ ...entry, outcome: 'refused', detail: { because } })
  throw new ApiError('shareOver')
}

/** Returns what a key opens now. Throws 404 if the key is unknown or has expired, and 410 if its share has ended. */
async function authorize(ctx: CallContext, purpose: string, key: string): Promise<SharedImagesGrant> {
  const [id, opening, examId, until] = getSigner(ctx, purpose).open(key) ?? []
  if (id === undefined || opening === undefined || examId === undefined || until === undefined)
    return rejectUnknown(ctx)
  const share = await findRow(ctx.db, findOpenedShare, { id, opening })
  if (share === null) return rejectUnknown(ctx)
  const opened = { share, opening, examId }
  if (!isLive(ctx, share)) return rejectEnded(ctx, opened, 'over')
  if (toSeconds(ctx.clock.now()) >= until) return rejectUnknown(ctx)
  const patient = await authorizeSharedExam(ctx, share, examId)
  if (patient === null) return rejectEnded(ctx, opened, 'sight')
  return { ...opened, patient, until }
}

export function signOpening(ctx: Context, { share, opening, examId }: Opened): string {
  const until = toSeconds(ctx.clock.now()) + shareLimits.imageMinutes * 60
  const end = Math.min(until, toSeconds(share.expires_at))
  return getSigner(ctx, listPurpose).sign([share.id, opening, examId, end])
}

export const authorizeImageList = (ctx: CallContext, key: string) => authorize(ctx, listPurpose, key)

/** Returns a key that opens the images of an exam for five minutes, and not longer than the key that lists them. */
export function signFrames(ctx: Context, { share, opening, examId, until }: SharedImagesGrant): string {
  const end = Math.min(toSeconds(ctx.clock.now()) + frameKeySeconds, until)
  return getSigner(ctx, framePurpose).sign([share.id, opening, examId, end])
}

export const authorizeImageFrame = (ctx: CallContext, key: string) => authorize(ctx, framePurpose, key)
