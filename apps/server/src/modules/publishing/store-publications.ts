import { randomBytes } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { type ReceivedImage, receiveImage } from '../../platform/http/forms/images.ts'
import { uploadHeaders } from '../../platform/http/headers.ts'
import { ownPhoto, schedulePhotoDeletion, storePhotos } from '../photos/store-photos.ts'
import * as publishingSql from './publishing.sql.ts'

/** An uploaded image is kept for a day until it is used. A form that is left has its draft by then. */
const unusedMs = 24 * 3_600_000

const notFetched =
  'No pudimos descargar la imagen de esa dirección: revisa que sea PNG o JPG de hasta 500 KB, o súbela desde tu computador'

async function storeReceivedImage(ctx: ActorContext, image: ReceivedImage) {
  return storePhotos(ctx, [{ picture: image, purpose: 'publication' }], ([stored]) =>
    ctx.db.transaction(async (tx) => {
      if (!stored) throw new ApiError('unavailable')
      const key = randomBytes(16).toString('base64url')
      const id = await publishingSql.insertImage(
        tx,
        key,
        await ownPhoto(ctx, tx, stored),
        ctx.actor.id,
        ctx.clock.now(),
      )
      await ctx.audit.add(tx, 'publishing.storeImage', { object: `id=${id}` })
      return { id, url: fullPath(publishingEndpoints.image).replace('{key}', key) }
    }),
  )
}

export const getDraft = operation(publishingEndpoints.draft, async (ctx, { params }) => {
  const found = await findRow(ctx.db, publishingSql.draft, {
    person_id: ctx.actor.id,
    kind: params.kind,
    target: params.target,
  })
  return { draft: found && { data: found.data, updated_at: found.updated_at } }
})

export const saveDraft = operation(publishingEndpoints.storeDraft, async (ctx, { params, body }) => {
  const { kind, target } = params
  const stored = await findRow(ctx.db, publishingSql.storeDraft, {
    person_id: ctx.actor.id,
    kind,
    target,
    data: JSON.stringify(body.data),
    now: ctx.clock.now(),
  })
  if (stored === null) throw new ApiError('unavailable')
  return { draft: { data: stored.data, updated_at: stored.updated_at } }
})

export const deleteDraft = operation(publishingEndpoints.deleteDraft, async (ctx, { params }) => {
  const { kind, target } = params
  await ctx.db.run(publishingSql.deleteDraft, { person_id: ctx.actor.id, kind, target })
  return {}
})

export const storePublicationImage = operation(publishingEndpoints.storeImage, async (ctx, { pictures }) => {
  if (!pictures.image)
    throw new ApiError('invalid', { fieldErrors: [{ msg: 'Selecciona una imagen', param: 'image' }] })
  return storeReceivedImage(ctx, pictures.image)
})

/**
 * Returns the portal's own address of a picture. One of another site is fetched and stored, because a browser that loaded it there
 * would tell that site who reads the publication. Throws 400 at `param` if it cannot be fetched.
 */
export async function copyImage(ctx: ActorContext, address: string, param: string): Promise<string> {
  if (!address.startsWith('https:')) return address
  const rejected = new ApiError('invalid', { fieldErrors: [{ msg: notFetched, param }] })
  const bytes = await ctx.ports.pictureSource.fetch(address)
  if (bytes === null) throw rejected
  const image = await receiveImage({ bytes: Buffer.from(bytes), param })
  return (await storeReceivedImage(ctx, image)).url
}

export const getPublicationImage = operation(publishingEndpoints.image, async (ctx, { params, reply }) => {
  const found = await findRow(ctx.db, publishingSql.image, { key: params.key })
  const content = found && (await ctx.files.read(found.key))
  if (!found || !content) throw new ApiError('notFound')
  return reply
    .headers(uploadHeaders)
    .header('content-disposition', 'attachment; filename="imagen.jpg"')
    .type(found.media_type)
    .send(content)
})

export const forgetUnusedImages = (ctx: Context) =>
  ctx.db.transaction(async (tx) => {
    const ids = await publishingSql.forgetImages(tx, new Date(ctx.clock.now().getTime() - unusedMs))
    await schedulePhotoDeletion(ctx, tx, ids)
    return ids.length
  })
