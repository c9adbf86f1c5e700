/**
 * Images of people: their own photo, and images that prove an identity (of a passport or an identity card, and of its holder). The
 * latter are encrypted, are shown only to their holder and staff, and are deleted a month after the decision about them.
 */

import { buffer } from 'node:stream/consumers'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { profileEndpoints } from '@mi-portal/contract/profile'
import type { CallContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { ReceivedImage } from '../../platform/http/forms/images.ts'
import { uploadHeaders } from '../../platform/http/headers.ts'
import { callerNetwork, limits } from '../../platform/security/rate-limiter.ts'
import { passportSealer } from '../../platform/security/seal.ts'
import { createSigner } from '../../platform/security/tokens.ts'
import { removePhoto } from '../people/accounts/change-personal-data.ts'
import { isSessionAlive } from '../session/use-sessions.ts'
import { discardFiles, ownFile, storeFiles } from '../uploads/store-files.ts'
import { type PhotoKind, photoKinds, proofKinds, visibleTo } from './photos.rules.ts'
import type { PhotoAccess } from './photos.sql.ts'
import * as photosSql from './photos.sql.ts'

const identityPurposes = ['passport', 'passport-patient', 'selfie'] as const

export type PhotoPurpose = 'profile' | (typeof identityPurposes)[number] | 'publication' | 'professional'

export type StoredPhoto = {
  readonly key: string
  readonly purpose: PhotoPurpose
  readonly bytes: number
  readonly sha256: Uint8Array
  readonly encrypted: string | null
}

const keySeconds = 300
const day = 24 * 3_600_000

const listVisible = ({ rol, linked }: PhotoAccess, self: boolean) =>
  visibleTo({ self, staff: isStaff({ rol }), linked })

const getSeconds = (ctx: Context) => Math.floor(ctx.clock.now().getTime() / 1000)

async function rejectKey(ctx: CallContext): Promise<never> {
  await ctx.rateLimiter.consumeEach([limits.fileKey], callerNetwork(ctx.origin.ip))
  throw new ApiError('notFound')
}

async function findGrantedImage(ctx: Context, key: string) {
  const [kindIndex, personId, viewerId, sessionId, until] =
    createSigner(ctx.config.secrets, 'photo').open(key) ?? []
  const kind = photoKinds[kindIndex ?? -1]
  if (kind === undefined || personId === undefined || viewerId === undefined || sessionId === undefined)
    return null
  if (until === undefined || getSeconds(ctx) >= until || !(await isSessionAlive(ctx, sessionId))) return null
  const access = await findRow(ctx.db, photosSql.findAccess, { person_id: personId, viewer_id: viewerId })
  if (access === null || !listVisible(access, personId === viewerId).includes(kind)) return null
  const fileId = access[kind]
  const file =
    fileId === null ? null : await findRow(ctx.db, photosSql.byId, { id: fileId, now: ctx.clock.now() })
  return file === null ? null : { file, kind, personId, viewerId, rol: access.rol }
}

/**
 * Decodes and stores images, then runs `work`, whose transaction takes ownership with `own`. If `work` fails, the
 * images are deleted. Call this after all other checks of the request, because decoding is expensive.
 */
export async function storePhotos<T>(
  ctx: Context,
  pictures: readonly { readonly picture: ReceivedImage; readonly purpose: PhotoPurpose }[],
  work: (stored: readonly StoredPhoto[]) => Promise<T>,
): Promise<T> {
  const isSealed = (purpose: PhotoPurpose) => identityPurposes.some((sealed) => sealed === purpose)
  const decoded = await Promise.all(
    pictures.map(async ({ picture: photo, purpose }) => ({ purpose, ...(await photo.decode()) })),
  )
  const contents = decoded.map(
    ({ bytes, purpose }) =>
      (key: string) =>
        isSealed(purpose) ? passportSealer(ctx.config.secrets).seal(bytes, key) : bytes,
  )
  return storeFiles(ctx, contents, (written) =>
    work(
      pictures.flatMap(({ purpose }, index) => {
        const file = written[index]
        const encrypted = isSealed(purpose) ? passportSealer(ctx.config.secrets).id : null
        return file ? [{ ...file, purpose, encrypted }] : []
      }),
    ),
  )
}

export const ownPhoto = (ctx: Context, tx: Queries, stored: StoredPhoto): Promise<number> =>
  ownFile(ctx, tx, { ...stored, media_type: 'image/jpeg', name: 'foto.jpg' })

export async function ownPhotoFor(
  ctx: Context,
  tx: Queries,
  stored: readonly StoredPhoto[],
  purpose: PhotoPurpose,
): Promise<number | null> {
  const photo = stored.find((one) => one.purpose === purpose)
  return photo === undefined ? null : ownPhoto(ctx, tx, photo)
}

export async function schedulePhotoDeletion(
  ctx: Context,
  tx: Queries,
  ids: readonly (number | null)[],
  at = ctx.clock.now(),
): Promise<void> {
  const stored = ids.filter((id) => id !== null)
  await ctx.fileRecords.setExpiry(tx, stored, at)
}

export async function dropPhotosAfterDecision(
  ctx: Context,
  tx: Queries,
  ids: readonly (number | null)[],
): Promise<void> {
  const at = new Date(ctx.clock.now().getTime() + ctx.config.keep.passportDays * day)
  await schedulePhotoDeletion(ctx, tx, ids, at)
}

export const getPhotoAddresses = operation(profileEndpoints.photos, async (ctx, { params }) => {
  if (isStaff(ctx.actor) && ctx.actor.id !== params.id && !permits(ctx.actor.permissions, 'users.read'))
    throw new ApiError('forbidden')
  const viewing = { person_id: params.id, viewer_id: ctx.actor.id }
  const access = await findRow(ctx.db, photosSql.findAccess, viewing)
  const kinds = access === null ? [] : listVisible(access, params.id === ctx.actor.id)
  if (access === null || kinds.length === 0) throw new ApiError('notFound')
  const until = getSeconds(ctx) + keySeconds
  const signAddress = (kind: PhotoKind): string | null => {
    if (!kinds.includes(kind) || access[kind] === null) return null
    const signed = [photoKinds.indexOf(kind), params.id, ctx.actor.id, ctx.actor.sessionId, until]
    const key = createSigner(ctx.config.secrets, 'photo').sign(signed)
    return fullPath(profileEndpoints.photo).replace('{key}', key)
  }
  await ctx.audit.record('photos.view', { patientId: params.id, object: 'addresses' })
  return {
    file_profile: signAddress('file_profile'),
    file_passport: signAddress('file_passport'),
    file_passport_patient: signAddress('file_passport_patient'),
    file_selfie: signAddress('file_selfie'),
  }
})

export async function hasOpenedProofs(
  ctx: Context,
  actorId: number,
  personId: number,
  since: Date,
): Promise<boolean> {
  const access = await findRow(ctx.db, photosSql.findAccess, { person_id: personId, viewer_id: actorId })
  const opened = await photosSql.listOpened(ctx.db, personId, actorId, since)
  return proofKinds.every((kind) => (access?.[kind] ?? null) === null || opened.includes(kind))
}

export const openPhoto = operation(profileEndpoints.photo, async (ctx, { params, reply }) => {
  const grant = await findGrantedImage(ctx, params.key)
  const content = grant === null ? null : await ctx.files.read(grant.file.key)
  if (grant === null || content === null) return rejectKey(ctx)
  const bytes = await buffer(content)
  const clear =
    grant.file.encrypted === null ? bytes : passportSealer(ctx.config.secrets).open(bytes, grant.file.key)
  if (clear === null)
    throw new ApiError('unavailable', { cause: new Error('photos: sealed under another key') })
  await ctx.auditLog.record({
    actorId: grant.viewerId,
    actorRole: grant.rol,
    action: 'photos.open',
    patientId: grant.personId,
    object: grant.kind,
    origin: ctx.origin,
  })
  return reply
    .headers(uploadHeaders)
    .header('content-disposition', 'attachment; filename="foto"')
    .type(grant.file.media_type)
    .send(clear)
})

/**
 * Removes up to 200 files whose removal date has come, images and others, and returns how many. The bytes are removed
 * last, so that the job of abandoned files completes what a crash interrupted.
 */
export async function removeDueFiles(ctx: Context): Promise<number> {
  const due = await ctx.db.run(photosSql.due, { now: ctx.clock.now() })
  for (const { id, key } of due) {
    await ctx.db.transaction(async (tx) => {
      await removePhoto(tx, id)
      await ctx.fileRecords.remove(tx, id, ctx.clock.now())
    })
    await discardFiles(ctx, [key])
  }
  return due.length
}
