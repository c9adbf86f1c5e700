import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { ReceivedImage } from '../../platform/http/forms/images.ts'
import type { OwnPhotos } from '../people/read-people.ts'
import {
  dropPhotosAfterDecision,
  ownPhotoFor,
  type PhotoPurpose,
  type StoredPhoto,
  schedulePhotoDeletion,
  storePhotos,
} from '../photos/store-photos.ts'

export type PhotoFiles = Readonly<Record<string, ReceivedImage>>

const purposes: Readonly<Record<string, PhotoPurpose>> = {
  file: 'profile',
  file_passport: 'passport',
  file_passport_patient: 'passport-patient',
}

function wanted(pictures: PhotoFiles) {
  return Object.entries(pictures).flatMap(([name, photo]) => {
    const purpose = purposes[name]
    return purpose ? [{ picture: photo, purpose }] : []
  })
}

/** No decision about a document will follow, so its images are removed as long after the upload. */
export const datePhotosOfDocuments = (ctx: Context, tx: Queries, pictures: OwnPhotos): Promise<void> =>
  dropPhotosAfterDecision(ctx, tx, [pictures.image_store_passport, pictures.image_store_passport_patient])

export const storeFormPhotos = <T>(
  ctx: Context,
  pictures: PhotoFiles,
  work: (stored: readonly StoredPhoto[]) => Promise<T>,
): Promise<T> => storePhotos(ctx, wanted(pictures), work)

export async function ownFormPhotos(
  ctx: Context,
  tx: Queries,
  stored: readonly StoredPhoto[],
): Promise<OwnPhotos> {
  return {
    image_store_id: await ownPhotoFor(ctx, tx, stored, 'profile'),
    image_store_passport: await ownPhotoFor(ctx, tx, stored, 'passport'),
    image_store_passport_patient: await ownPhotoFor(ctx, tx, stored, 'passport-patient'),
  }
}

export async function replaceFormPhotos(
  ctx: Context,
  tx: Queries,
  before: OwnPhotos,
  now: OwnPhotos,
  awaitsDecision: boolean,
): Promise<void> {
  const replaced = (name: keyof OwnPhotos) => (now[name] === null ? null : before[name])
  await schedulePhotoDeletion(ctx, tx, [
    replaced('image_store_id'),
    replaced('image_store_passport'),
    replaced('image_store_passport_patient'),
  ])
  if (!awaitsDecision) await datePhotosOfDocuments(ctx, tx, now)
}

export const discardFormPhotos = (ctx: Context, tx: Queries, pictures: OwnPhotos): Promise<void> =>
  schedulePhotoDeletion(ctx, tx, Object.values(pictures))
