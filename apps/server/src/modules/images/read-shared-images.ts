import { ApiError } from '@mi-portal/contract/calls/api-error'
import { imageEndpoints } from '@mi-portal/contract/images'
import { operation } from '../../platform/context/operation.ts'
import {
  authorizeImageFrame,
  authorizeImageList,
  describeSharedImages,
  signFrames,
} from '../exams/shares/share-image-keys.ts'
import { findStudies, sendFrame, toRendering, toStudies } from './find-studies.ts'

export const listSharedImages = operation(imageEndpoints.sharedList, async (ctx, { body: { key } }) => {
  const grant = await authorizeImageList(ctx, key)
  const found = await findStudies(ctx, grant.patient, grant.examId)
  if (found === null) throw new ApiError('notFound')
  return { is_complete: found.isComplete, key: signFrames(ctx, grant), studies: toStudies(found) }
})

/** Sends one frame as an image for browsers. The audit log gets one entry for each opening of the share, study and day. */
export const sendSharedFrame = operation(
  imageEndpoints.sharedFrame,
  async (ctx, { params, query, reply }) => {
    const { key, frame, ...address } = params
    const rendering = toRendering(frame, query)
    const grant = await authorizeImageFrame(ctx, key)
    const described = describeSharedImages(ctx, grant)
    const entry = { ...described, object: `${described.object} study=${address.study}` }
    return sendFrame(ctx, grant, address, rendering, entry, reply)
  },
)
