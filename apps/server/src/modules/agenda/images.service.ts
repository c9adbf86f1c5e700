/** Photos of professionals, as staff store them and as patients see them. */

import { randomBytes } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import { professionalImageAddress } from '@mi-portal/contract/professional-images'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { ReceivedImage } from '../../platform/http/forms/images.ts'
import type { FileStore } from '../../ports/files.ts'
import { ownPhoto, schedulePhotoDeletion, storePhotos } from '../photos/store-photos.ts'
import * as calendarsSql from './calendars.sql.ts'
import { professionalNotes } from './professionals.service.ts'
import type { Staff } from './staff-appointments.service.ts'

type ProfessionalImagesDependencies = {
  readonly db: Database
  readonly ctx: Context
  /** Rejects files that the scanner has not found clean. */
  readonly files: FileStore
  readonly audit: Audit
  readonly clock: Clock
}

export function createProfessionalImagesService(dependencies: ProfessionalImagesDependencies) {
  const { db, ctx, files, audit, clock } = dependencies

  const recordAudit = professionalNotes(audit)

  /** Replaces the photo; the bytes of the earlier one are removed by the job of replaced photos. */
  async function replace(tx: Queries, id: number, image: { fileId: number; key: string } | null) {
    const before = await calendarsSql.lockImage(tx, id)
    if (before === null) throw new ApiError('notFound')
    await calendarsSql.setImage(tx, id, image)
    await schedulePhotoDeletion(ctx, tx, [before.image_file_id])
  }

  return {
    /** Stores a photo. Rejects an unknown professional before the image is decoded. */
    store: async (staff: Staff, id: number, image: ReceivedImage | undefined) => {
      if (!image)
        throw new ApiError('invalid', { fieldErrors: [{ msg: 'Selecciona una imagen', param: 'image' }] })
      if (!(await calendarsSql.isListed(db, id, staff.actor.sites, clock.now())))
        throw new ApiError('notFound')
      const key = randomBytes(16).toString('base64url')
      await storePhotos(ctx, [{ picture: image, purpose: 'professional' }], ([stored]) =>
        db.transaction(async (tx) => {
          if (!stored) throw new ApiError('unavailable')
          await replace(tx, id, { fileId: await ownPhoto(ctx, tx, stored), key })
          await recordAudit(tx, staff, 'storeImage', id)
        }),
      )
      return { doctor_image: professionalImageAddress(key) ?? '' }
    },

    remove: (staff: Staff, id: number): Promise<void> =>
      db.transaction(async (tx) => {
        if (!(await calendarsSql.isListed(db, id, staff.actor.sites, clock.now())))
          throw new ApiError('notFound')
        await replace(tx, id, null)
        await recordAudit(tx, staff, 'removeImage', id)
      }),

    /** Reads a photo. Throws 404 for a key that belongs to no professional any more. */
    read: async (key: string) => {
      const found = await calendarsSql.imageFile(db, key)
      const content = found && (await files.read(found.key))
      if (!found || !content) throw new ApiError('notFound')
      return { media_type: found.media_type, content }
    },
  }
}

export type ProfessionalImagesService = ReturnType<typeof createProfessionalImagesService>
