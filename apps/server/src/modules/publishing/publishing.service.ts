/** Drafts of publications and their images: uploaded ones, and copies of pictures of other sites. */

import { randomBytes } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import { fullPath } from '@mi-portal/contract/endpoint'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { type ReceivedImage, receiveImage } from '../../platform/http/forms/images.ts'
import type { FileStore, PictureSource } from '../../ports/files.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import * as publishingSql from './publishing.sql.ts'

type PublishingDependencies = {
  readonly db: Database
  readonly photos: PhotosService
  readonly files: FileStore
  readonly pictureSource: PictureSource
  readonly audit: Audit
  readonly clock: Clock
}

/** An uploaded image is kept for a day until it is used. A form that is left has its draft by then. */
const unusedMs = 24 * 3_600_000

type DraftKey = { readonly kind: string; readonly target: number }

const notFetched =
  'No pudimos descargar la imagen de esa dirección: revisa que sea PNG o JPG de hasta 500 KB, o súbela desde tu computador'

export function createPublishingService(dependencies: PublishingDependencies) {
  const { db, photos, files, pictureSource, audit, clock } = dependencies

  async function storeImage(actor: Actor, image: ReceivedImage, origin: Origin) {
    return photos.storing([{ picture: image, purpose: 'publication' }], ([stored]) =>
      db.transaction(async (tx) => {
        if (!stored) throw new ApiError('unavailable')
        const key = randomBytes(16).toString('base64url')
        const id = await publishingSql.insertImage(
          tx,
          key,
          await photos.own(tx, stored),
          actor.id,
          clock.now(),
        )
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'publishing.storeImage',
          patientId: null,
          object: `id=${id}`,
          origin,
        })
        return { id, url: fullPath(publishingEndpoints.image).replace('{key}', key) }
      }),
    )
  }

  return {
    draft: async (actor: Actor, { kind, target }: DraftKey) => {
      const found = await publishingSql.draft(db, actor.id, kind, target)
      return found && { data: found.data, updated_at: found.updated_at.toISOString() }
    },
    storeDraft: async (actor: Actor, { kind, target }: DraftKey, data: Readonly<Record<string, string>>) => {
      const stored = await publishingSql.storeDraft(db, actor.id, kind, target, data, clock.now())
      if (stored === null) throw new ApiError('unavailable')
      return { data: stored.data, updated_at: stored.updated_at.toISOString() }
    },
    deleteDraft: (actor: Actor, { kind, target }: DraftKey) =>
      publishingSql.deleteDraft(db, actor.id, kind, target),

    storeImage: async (actor: Actor, image: ReceivedImage | undefined, origin: Origin) => {
      if (!image)
        throw new ApiError('invalid', { fieldErrors: [{ msg: 'Selecciona una imagen', param: 'image' }] })
      return storeImage(actor, image, origin)
    },

    /**
     * Returns the portal's own address of a picture. One of another site is fetched and stored, because a browser that loaded it there
     * would tell that site who reads the publication. Throws 400 at `param` if it cannot be fetched.
     */
    copyImage: async (actor: Actor, address: string, param: string, origin: Origin): Promise<string> => {
      if (!address.startsWith('https:')) return address
      const rejected = new ApiError('invalid', { fieldErrors: [{ msg: notFetched, param }] })
      const bytes = await pictureSource.fetch(address)
      if (bytes === null) throw rejected
      const image = await receiveImage({ bytes: Buffer.from(bytes), param })
      return (await storeImage(actor, image, origin)).url
    },

    image: async (key: string) => {
      const found = await publishingSql.image(db, key)
      const content = found && (await files.read(found.key))
      if (!found || !content) throw new ApiError('notFound')
      return { media_type: found.media_type, content }
    },

    /** Returns the data of a person that decide their audience; null if the person does not exist. */
    readerOf: (personId: number) => publishingSql.reader(db, personId),

    /** Removes uploaded images that no publication and no draft uses any more; returns how many. */
    forgetImages: () =>
      db.transaction(async (tx) => {
        const ids = await publishingSql.forgetImages(tx, new Date(clock.now().getTime() - unusedMs))
        await photos.scheduleDeletion(tx, ids)
        return ids.length
      }),
  }
}

export type PublishingService = ReturnType<typeof createPublishingService>
