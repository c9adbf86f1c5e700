/**
 * The images of a shared exam for the recipient of the share, who has no account. Every request checks that the share lives, and that
 * the image belongs to an exam of the share.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import type { SharedImages } from '@mi-portal/contract/images'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { createReadCache } from '../../platform/external/read-cache.ts'
import type { Origin } from '../../platform/http/actor.ts'
import type { InstanceAddress, Rendering } from '../../ports/image-archive.ts'
import {
  describeSharedImages,
  type SharedImagesGrant,
  type ShareImageKeys,
} from '../exams/shares/share-image-keys.service.ts'
import { type ImagesService, presentStudies, recordedSeconds } from './images.service.ts'

export type SharedImagesDependencies = {
  readonly images: Pick<ImagesService, 'findStudies' | 'readFrame'>
  readonly shareImageKeys: ShareImageKeys
  readonly audit: Audit
  readonly clock: Clock
}

export function createSharedImagesService(dependencies: SharedImagesDependencies) {
  const { images, shareImageKeys, audit, clock } = dependencies
  const recordedStudies = createReadCache<void>(recordedSeconds, clock, 2_000)

  /** Records that a recipient sees a study. The database allows one entry for each opening of the share, study and day. */
  function recordStudy(grant: SharedImagesGrant, study: string, origin: Origin): Promise<void> {
    const entry = describeSharedImages(grant, origin)
    const object = `${entry.object} study=${study}`
    return recordedStudies.get(`${object} ${dayOf(clock.now())}`, () =>
      audit.recordDaily({ ...entry, object }),
    )
  }

  return {
    /** Lists the images of a shared exam. */
    list: async (key: string, origin: Origin): Promise<SharedImages> => {
      const grant = await shareImageKeys.authorizeList(key, origin)
      const found = await images.findStudies(grant.patient, grant.examId)
      if (found === null) throw new ApiError('notFound')
      return {
        is_complete: found.isComplete,
        key: shareImageKeys.signFrames(grant),
        studies: presentStudies(found),
      }
    },

    /** Returns one frame of a shared exam as an image for browsers. */
    frame: async (
      key: string,
      address: InstanceAddress,
      how: Rendering & { readonly signal: AbortSignal },
      origin: Origin,
    ) => {
      const grant = await shareImageKeys.authorizeFrame(key, origin)
      return images.readFrame(grant, address, how, () => recordStudy(grant, address.study, origin))
    },
  }
}

export type SharedImagesService = ReturnType<typeof createSharedImagesService>
