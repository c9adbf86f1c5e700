/**
 * Pictures of people: their own, and those of a passport, which lie encrypted, are seen by their holder and staff
 * alone, and go a month after the decision about it.
 */
import { buffer } from 'node:stream/consumers'
import { fullPath } from '@mi-portal/contract/endpoint'
import { Failure } from '@mi-portal/contract/failure'
import { profileEndpoints } from '@mi-portal/contract/profile'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Picture } from '../../platform/http/forms/pictures.ts'
import { passportSealer } from '../../platform/security/seal.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createSigner } from '../../platform/security/tokens.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { FileStore } from '../../ports/files.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { type PictureKind, pictureKinds, type Viewing, visibleTo } from './photos.rules.ts'
import type { PhotosStore, Sight } from './photos.store.ts'

type PhotosParts = {
  readonly store: PhotosStore
  readonly files: FileStore
  readonly uploads: UploadsService
  /** Whether a session still lives, by its id. */
  readonly isAlive: (sessionId: number) => Promise<boolean>
  readonly tries: Tries
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
  /** Days that a passport's pictures are kept after the decision about it. */
  readonly keptDays: number
}

/** What a picture is kept as; those of a passport are encrypted. */
export type PicturePurpose = 'profile' | 'passport' | 'passport-patient' | 'publication'

/** The bytes are on disk and belong to nobody yet. */
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
  const { store, files, uploads, isAlive, tries, audit, clock } = parts
  const signer = createSigner(parts.secrets, 'photo')
  const sealer = passportSealer(parts.secrets)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  async function noteView(actor: Actor, personId: number, object: string, origin: Origin): Promise<void> {
    await audit.note({
      actorId: actor.id,
      actorRole: actor.rol,
      action: 'photos.view',
      patientId: personId,
      object,
      origin,
    })
  }

  /** A key that opens nothing: 404, and 429 once this address tried too many. */
  async function refuseKey(origin: Origin): Promise<never> {
    const misses = await tries.look(limits.fileKey, origin.ip)
    if (misses.over) throw new Failure('tooMany', { retryAfter: misses.retryAfter })
    await tries.count(limits.fileKey, origin.ip)
    throw new Failure('notFound')
  }

  /** What a key was signed for, as far as it still holds: the time, the session, the sight, the picture itself. */
  async function granted(key: string) {
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
     * Stores pictures, then does `work`, whose transaction makes them its own with `own`. When the work fails,
     * nothing is left of them.
     */
    storing: async <T>(
      pictures: readonly { readonly picture: Picture; readonly purpose: PicturePurpose }[],
      work: (stored: readonly StoredPicture[]) => Promise<T>,
    ): Promise<T> => {
      const isSealed = (purpose: PicturePurpose) => purpose.startsWith('passport')
      const contents = pictures.map(
        ({ picture, purpose }) =>
          (key: string) =>
            isSealed(purpose) ? sealer.seal(picture.bytes, key) : picture.bytes,
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

    /** The number under which a person's row points at a stored picture. */
    own: (tx: Queries, stored: StoredPicture): Promise<number> =>
      uploads.own(tx, { ...stored, media_type: 'image/jpeg', name: 'foto.jpg' }),

    /** Of pictures that are replaced: nobody sees them any more, and the job removes them. */
    drop: async (tx: Queries, ids: readonly (number | null)[]): Promise<void> => {
      await store.dropAt(
        tx,
        ids.filter((id) => id !== null),
        clock.now(),
      )
    },

    /** Of a passport's pictures once it is decided about. */
    dropAfterDecision: async (tx: Queries, ids: readonly (number | null)[]): Promise<void> => {
      const at = new Date(clock.now().getTime() + parts.keptDays * day)
      await store.dropAt(
        tx,
        ids.filter((id) => id !== null),
        at,
      )
    },

    /** Addresses of a person's pictures, as far as the caller may see them; 404 for a stranger. */
    addresses: async (actor: Actor, personId: number, origin: Origin) => {
      const sight = await store.sight(personId, actor.id)
      const kinds = sight === null ? [] : visibleTo(viewingOf(sight, personId === actor.id))
      if (sight === null || kinds.length === 0) throw new Failure('notFound')
      const until = seconds() + keySeconds
      const addressOf = (kind: PictureKind): string | null => {
        if (!kinds.includes(kind) || sight[kind] === null) return null
        const key = signer.sign([pictureKinds.indexOf(kind), personId, actor.id, actor.sessionId, until])
        return fullPath(profileEndpoints.photo).replace('{key}', key)
      }
      await noteView(actor, personId, 'addresses', origin)
      return {
        file_profile: addressOf('file_profile'),
        file_passport: addressOf('file_passport'),
        file_passport_patient: addressOf('file_passport_patient'),
      }
    },

    /** A picture's bytes behind a key. */
    read: async (key: string, origin: Origin) => {
      const grant = await granted(key)
      const content = grant === null ? null : await files.read(grant.file.key)
      if (grant === null || content === null) return refuseKey(origin)
      const bytes = await buffer(content)
      const clear = grant.file.encrypted === null ? bytes : sealer.open(bytes, grant.file.key)
      if (clear === null)
        throw new Failure('unavailable', { cause: new Error('photos: sealed under another key') })
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

    /** Removes pictures whose time is over; gives back how many. The bytes go first, so that no row is left without. */
    removeDue: async (): Promise<number> => {
      const due = await store.due(clock.now())
      for (const { id, key } of due) {
        await files.remove(key)
        await store.remove(id)
      }
      return due.length
    },
  }
}

export type PhotosService = ReturnType<typeof photosService>
