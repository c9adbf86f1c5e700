import { randomBytes } from 'node:crypto'
import {
  professionalImageAddress,
  professionalImageEndpoints,
} from '@mi-portal/contract/agenda/professional-images'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { uploadHeaders } from '../../../platform/http/headers.ts'
import { ownPhoto, schedulePhotoDeletion, storePhotos } from '../../photos/store-photos.ts'
import * as sql from '../calendars.sql.ts'
import { recordProfessional } from './edit-professionals.ts'

async function requireListed({ actor, clock, db }: ActorContext, id: number): Promise<void> {
  const asked = { id, sites: actor.sites, now: clock.now() }
  if ((await findRow(db, sql.findListed, asked)) === null) throw new ApiError('notFound')
}

/** Replaces the photo; the bytes of the earlier one are removed by the job of replaced photos. */
async function replaceImage(
  ctx: Context,
  tx: Queries,
  id: number,
  image: { readonly image_file_id: number | null; readonly image_key: string | null },
) {
  const before = await findRow(tx, sql.lockImage, { id })
  if (before === null) throw new ApiError('notFound')
  await tx.run(sql.updateImage, { id, ...image })
  await schedulePhotoDeletion(ctx, tx, [before.image_file_id])
}

/** Stores a photo. Rejects an unknown professional before the image is decoded. */
export const storeProfessionalImage = operation(
  professionalImageEndpoints.store,
  async (ctx, { params: { id }, pictures: { image } }) => {
    if (!image)
      throw new ApiError('invalid', { fieldErrors: [{ msg: 'Selecciona una imagen', param: 'image' }] })
    await requireListed(ctx, id)
    const image_key = randomBytes(16).toString('base64url')
    await storePhotos(ctx, [{ picture: image, purpose: 'professional' }], ([stored]) =>
      ctx.db.transaction(async (tx) => {
        if (!stored) throw new ApiError('unavailable')
        await replaceImage(ctx, tx, id, { image_file_id: await ownPhoto(ctx, tx, stored), image_key })
        await recordProfessional(ctx, tx, 'storeImage', id)
      }),
    )
    return { doctor_image: professionalImageAddress(image_key) ?? '' }
  },
)

export const removeProfessionalImage = operation(
  professionalImageEndpoints.remove,
  async (ctx, { params: { id } }) => {
    await ctx.db.transaction(async (tx) => {
      await requireListed(ctx, id)
      await replaceImage(ctx, tx, id, { image_file_id: null, image_key: null })
      await recordProfessional(ctx, tx, 'removeImage', id)
    })
    return {}
  },
)

export const openProfessionalImage = operation(
  professionalImageEndpoints.read,
  async ({ db, files }, { params, reply }) => {
    const found = await findRow(db, sql.findImageFile, { image_key: params.key })
    const content = found && (await files.read(found.key))
    if (!found || !content) throw new ApiError('notFound')
    return reply
      .headers(uploadHeaders)
      .header('cache-control', 'public, max-age=86400')
      .header('content-disposition', 'attachment; filename="foto.jpg"')
      .type(found.media_type)
      .send(content)
  },
)
