/**
 * Images of people: their own photo, and images of a passport. Passport images are encrypted, are shown only to their
 * holder and staff, and are deleted a month after the decision about them.
 */
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@mi-portal/contract/api-error'
import { fullPath } from '@mi-portal/contract/endpoint'
import { profileEndpoints } from '@mi-portal/contract/profile'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { ReceivedPicture } from '../../platform/http/forms/pictures.ts'
import { passportSealer } from '../../platform/security/seal.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createSigner } from '../../platform/security/tokens.ts'
import { callerNetwork, limits, type Tries } from '../../platform/security/tries.ts'
import type { FileStore } from '../../ports/files.ts'
import type { FileRecordsService } from '../uploads/file-records.service.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { type PictureKind, pictureKinds, type Viewing, visibleTo } from './photos.rules.ts'
import type { PhotosStore, Sight } from './photos.store.ts'

type PhotosParts = {
  readonly db: Database
  readonly store: PhotosStore
  readonly fileRecords: FileRecordsService
  readonly files: FileStore
  readonly uploads: UploadsService
  /** Removes an image from the people who have it. */
  readonly forgetPicture: (tx: Queries, fileId: number) => Promise<void>
  /** Returns whether a session still lives, by its id. */
  readonly isAlive: (sessionId: number) => Promise<boolean>
  readonly tries: Tries
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
  /** Days for which the images of a passport are stored after the decision. */
  readonly keptDays: number
}

/** The purpose of a stored image. Images of a passport are encrypted. */
export type PicturePurpose = 'profile' | 'passport' | 'passport-patient' | 'publication' | 'professional'

/** A stored image that no row owns yet. */
export type StoredPicture = {
  readonly key: string
  readonly purpose: PicturePurpose
  readonly bytes: number
  readonly sha256: Uint8Array
  readonly encrypted: string | null
}

const keySeconds = 300
const day = 24 * 3_600_000
function viewingOf(sight: Sight, self: boolean): Viewing {
  return { self, staff: sight.rol !== 'STANDART_ROLE', linked: sight.linked }
}

export function photosService(parts: PhotosParts) {
  const { db, store, fileRecords, files, uploads, forgetPicture, isAlive, tries, audit, clock } = parts
  const signer = createSigner(parts.secrets, 'photo')
  const sealer = passportSealer(parts.secrets)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  async function auditView(actor: Actor, personId: number, object: string, origin: Origin): Promise<void> {
    await audit.note({
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
    const misses = await tries.look(limits.fileKey, callerNetwork(origin.ip))
    if (misses.over) throw new ApiError('tooMany', { retryAfter: misses.retryAfter })
    await tries.count(limits.fileKey, callerNetwork(origin.ip))
    throw new ApiError('notFound')
  }

  /**
   * Returns the image of a key if the key is still valid: not expired, the session alive, the viewer still permitted,
   * the image still there. Null otherwise.
   */
  async function findGrantedImage(key: string) {
    const [kindIndex, personId, viewerId, sessionId, until] = signer.open(key) ?? []
    const kind = pictureKinds[kindIndex ?? -1]
    if (kind === undefined || personId === undefined || viewerId === undefined || sessionId === undefined)
      return null
    if (until === undefined || seconds() >= until || !(await isAlive(sessionId))) return null
    const sight = await store.sight(personId, viewerId)
    if (sight === null || !visibleTo(viewingOf(sight, personId === viewerId)).includes(kind)) return null
    const fileId = sight[kind]
    const file = fileId === null ? null : await store.byId(fileId, clock.now())
    return file === null ? null : { file, kind, personId, viewerId, rol: sight.rol }
  }

  return {
    /**
     * Decodes and stores images, then runs `work`, whose transaction takes ownership with `own`. If `work` fails, the
     * images are deleted. Call this after all other checks of the request, because decoding is expensive.
     */
    storing: async <T>(
      pictures: readonly { readonly picture: ReceivedPicture; readonly purpose: PicturePurpose }[],
      work: (stored: readonly StoredPicture[]) => Promise<T>,
    ): Promise<T> => {
      const isSealed = (purpose: PicturePurpose) => purpose.startsWith('passport')
      const decoded = await Promise.all(
        pictures.map(async ({ picture, purpose }) => ({ purpose, ...(await picture.decode()) })),
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
    own: (tx: Queries, stored: StoredPicture): Promise<number> =>
      uploads.own(tx, { ...stored, media_type: 'image/jpeg', name: 'foto.jpg' }),

    /** Marks replaced images for deletion: they are no longer shown, and the job removes them. */
    drop: async (tx: Queries, ids: readonly (number | null)[]): Promise<void> => {
      await fileRecords.setExpiry(
        tx,
        ids.filter((id) => id !== null),
        clock.now(),
      )
    },

    /** Marks the images of a passport for deletion after the decision about it. */
    dropAfterDecision: async (tx: Queries, ids: readonly (number | null)[]): Promise<void> => {
      const at = new Date(clock.now().getTime() + parts.keptDays * day)
      await fileRecords.setExpiry(
        tx,
        ids.filter((id) => id !== null),
        at,
      )
    },

    /** Returns the addresses of the images of a person that the caller may see; throws 404 for a stranger. */
    addresses: async (actor: Actor, personId: number, origin: Origin) => {
      const sight = await store.sight(personId, actor.id)
      const kinds = sight === null ? [] : visibleTo(viewingOf(sight, personId === actor.id))
      if (sight === null || kinds.length === 0) throw new ApiError('notFound')
      const until = seconds() + keySeconds
      const addressOf = (kind: PictureKind): string | null => {
        if (!kinds.includes(kind) || sight[kind] === null) return null
        const key = signer.sign([pictureKinds.indexOf(kind), personId, actor.id, actor.sessionId, until])
        return fullPath(profileEndpoints.photo).replace('{key}', key)
      }
      await auditView(actor, personId, 'addresses', origin)
      return {
        file_profile: addressOf('file_profile'),
        file_passport: addressOf('file_passport'),
        file_passport_patient: addressOf('file_passport_patient'),
      }
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
      await audit.note({
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
      const due = await store.due(clock.now())
      for (const { id, key } of due) {
        await db.transaction(async (tx) => {
          await forgetPicture(tx, id)
          await fileRecords.remove(tx, id, clock.now())
        })
        await uploads.discard([key])
      }
      return due.length
    },
  }
}

export type PhotosService = ReturnType<typeof photosService>
