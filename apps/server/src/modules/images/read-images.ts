import { ApiError } from '@mi-portal/contract/calls/api-error'
import { imageEndpoints } from '@mi-portal/contract/images'
import type { AuditEntry } from '../../platform/audit.ts'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { getAuditRole } from '../../platform/http/actor.ts'
import { sendUpload } from '../../platform/http/headers.ts'
import { authorizeKey, grantExam, type OpenedKey, signKey } from '../exams/exam-keys.ts'
import { recordOpened } from '../exams/opened/find-new-results.ts'
import { findExam, toExam } from '../exams/read-exams.ts'
import {
  findImage,
  findStudies,
  getClosingSignal,
  noStudies,
  sendFrame,
  toRendering,
  toStudies,
} from './find-studies.ts'

export function describeSeenImages(
  { origin }: CallContext,
  { grant, patient }: OpenedKey,
  action: string,
  about: string,
): AuditEntry {
  return {
    actorId: grant.personId,
    actorRole: getAuditRole({ rol: 'STANDART_ROLE' }, patient),
    action,
    patientId: patient.id,
    object: `attention_id=${grant.examId} ${about}`,
    origin,
  }
}

export const listImages = operation(
  imageEndpoints.list,
  async (ctx, { patient, params: { attention_id: examId } }) => {
    const exam = await findExam(ctx, patient, examId, 'imaging')
    const found = (await findStudies(ctx, patient, examId)) ?? noStudies
    if (found.studies.length > 0) await recordOpened(ctx, ctx.actor.id, examId)
    return {
      exam: toExam(exam),
      is_complete: found.isComplete,
      key: signKey(ctx, 'exam-images', grantExam(ctx, patient, examId)),
      studies: toStudies(found),
    }
  },
)

/** Sends one frame as an image for browsers. The audit log gets one entry for each reader, study and day. */
export const sendExamFrame = operation(imageEndpoints.frame, async (ctx, { params, query, reply }) => {
  const { key, frame, ...address } = params
  const rendering = toRendering(frame, query)
  const action = 'images.study'
  const opened = await authorizeKey(ctx, 'exam-images', key, action)
  const exam = { patient: opened.patient, examId: opened.grant.examId }
  const entry = describeSeenImages(ctx, opened, action, `study=${address.study}`)
  return sendFrame(ctx, exam, address, rendering, entry, reply)
})

/** Sends the DICOM file of an image. Every download has its own entry in the audit log. */
export const downloadOriginal = operation(imageEndpoints.original, async (ctx, { params, reply }) => {
  const { key, ...address } = params
  const action = 'images.original'
  const signal = getClosingSignal(reply)
  const opened = await authorizeKey(ctx, 'exam-images', key, action)
  await findImage(ctx, { patient: opened.patient, examId: opened.grant.examId }, address)
  const about = `study=${address.study} instance=${address.instance}`
  await ctx.auditLog.record(describeSeenImages(ctx, opened, action, about))
  const image = await ctx.ports.imageArchive.original(address, signal)
  if (image === null) throw new ApiError('notFound')
  const { mediaType: media_type, content } = image
  return sendUpload(reply, { name: `imagen-${address.instance}.dcm`, media_type, content })
})
