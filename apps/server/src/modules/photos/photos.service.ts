/**
 * Images of people: their own photo, and images that prove an identity (of a passport or an identity card, and of its holder). The
 * latter are encrypted, are shown only to their holder and staff, and are deleted a month after the decision about them.
 */

import { buffer } from 'node:stream/consumers'
import { ApiError } from '@mi-portal/contract/api-error'
import { fullPath } from '@mi-portal/contract/endpoint'
import { permits } from '@mi-portal/contract/permissions'
import { profileEndpoints } from '@mi-portal/contract/profile'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { ReceivedImage } from '../../platform/http/forms/images.ts'
import { callerNetwork, limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import { passportSealer } from '../../platform/security/seal.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createSigner } from '../../platform/security/tokens.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { type PhotoKind, photoKinds, proofKinds, type Viewing, visibleTo } from './photos.rules.ts'
import type { PhotoAccess } from './photos.sql.ts'
import * as photosSql from './photos.sql.ts'

type PhotosDependencies = {
  readonly db: Database
  readonly fileRecords: FileRecords
  readonly files: FileStore
  readonly uploads: UploadsService
  /** Removes an image from the people who have it. */
  readonly forgetPhoto: (tx: Queries, fileId: number) => Promise<void>
  /** Returns whether a session still lives, by its id. */
  readonly isAlive: (sessionId: number) => Promise<boolean>
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
  /** Days for which the images of a passport are stored after the decision. */
  readonly retentionDays: number
}

/** Images that prove an identity. They are encrypted. */
const identityPurposes = ['passport', 'passport-patient', 'selfie'] as const

/** The purpose of a stored image. */
export type PhotoPurpose = 'profile' | (typeof identityPurposes)[number] | 'publication' | 'professional'

/** A stored image that no row owns yet. */
export type StoredPhoto = {
  readonly key: string
  readonly purpose: PhotoPurpose
  readonly bytes: number
  readonly sha256: Uint8Array
  readonly encrypted: string | null
}

const keySeconds = 300
const day = 24 * 3_600_000
function viewingOf(access: PhotoAccess, self: boolean): Viewing {
  return { self, staff: access.rol !== 'STANDART_ROLE', linked: access.linked }
}

export function createPhotosService(dependencies: PhotosDependencies) {
  const { db, fileRecords, files, uploads, forgetPhoto, isAlive, rateLimiter, audit, clock } = dependencies
  const signer = createSigner(dependencies.secrets, 'photo')
  const sealer = passportSealer(dependencies.secrets)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  async function auditView(actor: Actor, personId: number, object: string, origin: Origin): Promise<void> {
    await audit.record({
      actorId: actor.id,
      actorRole: actor.rol,
      action: 'photos.view',
      patientId: personId,
      object,
      origin,
    })
  }

  /** Rejects an invalid key with 404, and with 429 once this IP address tried too many. */
  async function rejectKey(origin: Origin): Promise<never> {
    await rateLimiter.consumeEach([limits.fileKey], callerNetwork(origin.ip))
    throw new ApiError('notFound')
  }

  /**
   * Returns the image of a key if the key is still valid: not expired, the session alive, the viewer still permitted,
   * the image still there. Null otherwise.
   */
  async function findGrantedImage(key: string) {
    const [kindIndex, personId, viewerId, sessionId, until] = signer.open(key) ?? []
    const kind = photoKinds[kindIndex ?? -1]
    if (kind === undefined || personId === undefined || viewerId === undefined || sessionId === undefined)
      return null
    if (until === undefined || seconds() >= until || !(await isAlive(sessionId))) return null
    const access = await photosSql.findAccess(db, personId, viewerId)
    if (access === null || !visibleTo(viewingOf(access, personId === viewerId)).includes(kind)) return null
    const fileId = access[kind]
    const file = fileId === null ? null : await photosSql.byId(db, fileId, clock.now())
    return file === null ? null : { file, kind, personId, viewerId, rol: access.rol }
  }

  return {
    /**
     * Decodes and stores images, then runs `work`, whose transaction takes ownership with `own`. If `work` fails, the
     * images are deleted. Call this after all other checks of the request, because decoding is expensive.
     */
    storing: async <T>(
      pictures: readonly { readonly picture: ReceivedImage; readonly purpose: PhotoPurpose }[],
      work: (stored: readonly StoredPhoto[]) => Promise<T>,
    ): Promise<T> => {
      const isSealed = (purpose: PhotoPurpose) => identityPurposes.some((sealed) => sealed === purpose)
      const decoded = await Promise.all(
        pictures.map(async ({ picture: photo, purpose }) => ({ purpose, ...(await photo.decode()) })),
      )
      const contents = decoded.map(
        ({ bytes, purpose }) =>
          (key: string) =>
            isSealed(purpose) ? sealer.seal(bytes, key) : bytes,
      )
      return uploads.storing(contents, (written) =>
        work(
          pictures.flatMap(({ purpose }, index) => {
            const file = written[index]
            return file ? [{ ...file, purpose, encrypted: isSealed(purpose) ? sealer.id : null }] : []
          }),
        ),
      )
    },

    /** Returns the id by which a person's row refers to a stored image. */
    own: (tx: Queries, stored: StoredPhoto): Promise<number> =>
      uploads.own(tx, { ...stored, media_type: 'image/jpeg', name: 'foto.jpg' }),

    /** Marks replaced images for deletion: they are no longer shown, and the job removes them. */
    scheduleDeletion: async (tx: Queries, ids: readonly (number | null)[]): Promise<void> => {
      await fileRecords.setExpiry(
        tx,
        ids.filter((id) => id !== null),
        clock.now(),
      )
    },

    /** Marks the images of a passport for deletion after the decision about it. */
    dropAfterDecision: async (tx: Queries, ids: readonly (number | null)[]): Promise<void> => {
      const at = new Date(clock.now().getTime() + dependencies.retentionDays * day)
      await fileRecords.setExpiry(
        tx,
        ids.filter((id) => id !== null),
        at,
      )
    },

    /**
     * Returns the addresses of the images of a person that the caller may see. Throws 404 for a stranger, and 403 for staff who may
     * not read accounts.
     */
    addresses: async (actor: Actor, personId: number, origin: Origin) => {
      if (actor.rol !== 'STANDART_ROLE' && actor.id !== personId && !permits(actor.permissions, 'users.read'))
        throw new ApiError('forbidden')
      const access = await photosSql.findAccess(db, personId, actor.id)
      const kinds = access === null ? [] : visibleTo(viewingOf(access, personId === actor.id))
      if (access === null || kinds.length === 0) throw new ApiError('notFound')
      const until = seconds() + keySeconds
      const addressOf = (kind: PhotoKind): string | null => {
        if (!kinds.includes(kind) || access[kind] === null) return null
        const key = signer.sign([photoKinds.indexOf(kind), personId, actor.id, actor.sessionId, until])
        return fullPath(profileEndpoints.photo).replace('{key}', key)
      }
      await auditView(actor, personId, 'addresses', origin)
      return {
        file_profile: addressOf('file_profile'),
        file_passport: addressOf('file_passport'),
        file_passport_patient: addressOf('file_passport_patient'),
        file_selfie: addressOf('file_selfie'),
      }
    },

    /**
     * Returns whether a member of staff has opened each photo that proves the identity of a person who waits, since the person waits.
     */
    hasOpenedProofs: async (actorId: number, personId: number, since: Date): Promise<boolean> => {
      const access = await photosSql.findAccess(db, personId, actorId)
      const opened = await photosSql.listOpened(db, personId, actorId, since)
      return proofKinds.every((kind) => (access?.[kind] ?? null) === null || opened.includes(kind))
    },

    /** Returns the content of an image for a key. */
    read: async (key: string, origin: Origin) => {
      const grant = await findGrantedImage(key)
      const content = grant === null ? null : await files.read(grant.file.key)
      if (grant === null || content === null) return rejectKey(origin)
      const bytes = await buffer(content)
      const clear = grant.file.encrypted === null ? bytes : sealer.open(bytes, grant.file.key)
      if (clear === null)
        throw new ApiError('unavailable', { cause: new Error('photos: sealed under another key') })
      await audit.record({
        actorId: grant.viewerId,
        actorRole: grant.rol,
        action: 'photos.open',
        patientId: grant.personId,
        object: grant.kind,
        origin,
      })
      return { media_type: grant.file.media_type, bytes: clear }
    },

    /**
     * Removes up to 200 files whose removal date has come, images and others, and returns how many. The bytes are removed
     * last, so that the job of abandoned files completes what a crash interrupted.
     */
    removeDue: async (): Promise<number> => {
      const due = await photosSql.due(db, clock.now())
      for (const { id, key } of due) {
        await db.transaction(async (tx) => {
          await forgetPhoto(tx, id)
          await fileRecords.remove(tx, id, clock.now())
        })
        await uploads.discard([key])
      }
      return due.length
    },
  }
}

export type PhotosService = ReturnType<typeof createPhotosService>
