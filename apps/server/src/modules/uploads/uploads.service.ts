/**
 * Files on their way into the store: announced before their bytes are written, owned by the transaction of what they
 * belong to, removed when nothing came to own them.
 */
import { Failure } from '@mi-portal/contract/failure'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Stash, Uploads } from '../../platform/http/forms/attachments.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { FileStore } from '../../ports/files.ts'
import type { FileRow, UploadsStore } from './uploads.store.ts'

type UploadsParts = {
  readonly store: UploadsStore
  readonly files: FileStore
  readonly tries: Tries
  readonly clock: Clock
  /** Bytes that are left where files and the database lie. */
  readonly freeSpace: () => Promise<number>
  /** Below this nothing is taken, so that the database never runs out of space for files. */
  readonly freeSpaceMin: number
}

/** A file whose bytes are on disk. */
type Written = { readonly key: string; readonly bytes: number; readonly sha256: Uint8Array }

// No call takes that long: what is still unowned then was left by a crash.
const abandonedAfter = 3_600_000

export function uploadsService(parts: UploadsParts) {
  const { store, files, tries, clock } = parts

  /** Writes a file under a new key, which is announced first. */
  async function put(
    content: (key: string) => Parameters<FileStore['put']>[1],
    onKey: (key: string) => void,
  ): Promise<Written> {
    const key = newFileKey()
    await store.announce(key, clock.now())
    onKey(key)
    return { key, ...(await files.put(key, content(key))) }
  }

  /** Removes those of the keys that nothing owns. What cannot be removed now, the job removes. */
  async function discard(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    for (const key of await store.disown(keys)) await files.remove(key)
  }

  const admitting: Uploads = {
    admit: async (announced) => {
      if ((await parts.freeSpace()) - announced >= parts.freeSpaceMin) return
      throw new Failure('unavailable', { retryAfter: 60, cause: new Error('uploads: disk space is short') })
    },

    open: async (personId): Promise<Stash> => {
      const subject = String(personId)
      const day = await tries.look(limits.uploadBytes, subject)
      if (day.over) throw new Failure('tooMany', { retryAfter: day.retryAfter })
      const keys: string[] = []
      return {
        put: async (content) => {
          const written = await put(
            () => content,
            (key) => keys.push(key),
          )
          const { over, retryAfter } = await tries.take(limits.uploadBytes, subject, written.bytes)
          if (over) throw new Failure('tooMany', { retryAfter })
          return written
        },
        close: () => discard(keys).catch(() => {}),
      }
    },
  }

  return {
    ...admitting,

    /** Writes files one after the other, then does `work`. When either fails, nothing is left of them. */
    storing: async <T>(
      contents: readonly ((key: string) => Parameters<FileStore['put']>[1])[],
      work: (written: readonly Written[]) => Promise<T>,
    ): Promise<T> => {
      const keys: string[] = []
      try {
        const written: Written[] = []
        for (const content of contents) written.push(await put(content, (key) => keys.push(key)))
        return await work(written)
      } catch (error) {
        await discard(keys).catch(() => {})
        throw error
      }
    },

    /** The number under which a row points at a file that was written; in the transaction of that row. */
    own: async (tx: Queries, file: FileRow): Promise<number> => {
      const id = await store.insert(tx, file, clock.now())
      if (id === null) throw new Failure('unavailable', { cause: new Error('uploads: the bytes are gone') })
      return id
    },

    /** Removes what crashes left behind; gives back how many. */
    removeAbandoned: async (): Promise<number> => {
      const keys = await store.abandoned(new Date(clock.now().getTime() - abandonedAfter))
      await discard(keys)
      return keys.length
    },
  }
}

export type UploadsService = ReturnType<typeof uploadsService>
