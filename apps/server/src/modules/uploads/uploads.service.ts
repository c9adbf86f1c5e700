/**
 * Stores uploaded files. A key is announced before its bytes are written, the transaction of the owning row takes
 * ownership, and files without an owner are removed.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Stash, Uploads } from '../../platform/http/forms/attachments.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { NewFile } from '../../ports/file-records.ts'
import type { FileStore, SealedFileStore } from '../../ports/files.ts'
import type { FileRecordsStore } from './file-records.store.ts'
import * as uploadsSql from './uploads.sql.ts'

type UploadsDependencies = {
  readonly db: Database
  readonly fileRecords: FileRecordsStore
  readonly files: FileStore
  /** The same files without the quarantine. */
  readonly sealed: SealedFileStore
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
  /** Returns the free bytes on the disk of files and database. */
  readonly freeSpace: () => Promise<number>
  /** Below this free space no file is accepted, so that files never take the database's space. */
  readonly freeSpaceMin: number
}

/** A file whose bytes are stored. */
type Written = { readonly key: string; readonly bytes: number; readonly sha256: Uint8Array }

// Files read by one statement, and the longest run of the job, because other jobs wait meanwhile.
const sealedAtOnce = 200
const longestSealingMs = 300_000

// No call takes this long, so a file without an owner was left by a crash.
const abandonedAfter = 3_600_000

export function createUploadsService(dependencies: UploadsDependencies) {
  const { db, fileRecords, files, rateLimiter, clock } = dependencies

  /** Writes a file under a new key, which is announced first. */
  async function put(
    content: (key: string) => Parameters<FileStore['put']>[1],
    onKey: (key: string) => void,
  ): Promise<Written> {
    const key = newFileKey()
    await fileRecords.announce(key, clock.now())
    onKey(key)
    return { key, ...(await files.put(key, content(key))) }
  }

  /** Removes the keys without an owner. The job removes what cannot be removed now. */
  async function discard(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    for (const key of await fileRecords.disown(keys)) {
      try {
        await files.remove(key)
      } catch (error) {
        // The key is announced again for the job, because otherwise nothing would know of the bytes.
        await fileRecords.announce(key, new Date(0))
        throw error
      }
    }
  }

  const admitting: Uploads = {
    admit: async (announced) => {
      if ((await dependencies.freeSpace()) - announced >= dependencies.freeSpaceMin) return
      throw new ApiError('unavailable', { retryAfter: 60, cause: new Error('uploads: disk space is short') })
    },

    open: async (personId): Promise<Stash> => {
      const subject = String(personId)
      const day = await rateLimiter.peek(limits.uploadBytes, subject)
      if (day.over) throw new ApiError('tooMany', { retryAfter: day.retryAfter })
      const keys: string[] = []
      return {
        put: async (content) => {
          const written = await put(
            () => content,
            (key) => keys.push(key),
          )
          const { over, retryAfter } = await rateLimiter.consume(limits.uploadBytes, subject, written.bytes)
          if (over) throw new ApiError('tooMany', { retryAfter })
          return written
        },
        close: () => discard(keys).catch(() => {}),
      }
    },
  }

  return {
    ...admitting,
    discard,

    /** Writes files one after the other, then runs `work`. If either fails, all of them are removed. */
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

    /**
     * Returns the id by which a row refers to a stored file. Runs in the transaction of that row. An uploaded file
     * waits for the scanner, if there is one; a file that the portal created does not.
     */
    own: async (tx: Queries, file: Omit<NewFile, 'isReceived'>): Promise<number> => {
      const isReceived = file.purpose !== 'export'
      const id = await fileRecords.add(tx, { ...file, isReceived }, clock.now())
      if (id === null) throw new ApiError('unavailable', { cause: new Error('uploads: the bytes are gone') })
      return id
    },

    /**
     * Seals files with the current key: unencrypted ones, and those of an earlier secret. A file that cannot be
     * opened or is missing stays unchanged and is counted. Ends after five minutes and continues in the next run.
     */
    sealStored: async () => {
      const { sealed } = dependencies
      const counts = { renewed: 0, current: 0, missing: 0, unreadable: 0 }
      const deadline = clock.now().getTime() + longestSealingMs
      let after = 0
      while (clock.now().getTime() < deadline) {
        const found = await uploadsSql.unsealed(db, sealed.keyId, after, sealedAtOnce)
        for (const { id, key } of found) {
          const outcome = await sealed.renew(key)
          counts[outcome] += 1
          const isSealed = outcome === 'renewed' || outcome === 'current'
          const isThere = isSealed
            ? await fileRecords.noteSealed(id, sealed.keyId)
            : await uploadsSql.isThere(db, id)
          // The row is deleted before the bytes, so a file removed meanwhile may have been written again.
          if (!isThere && outcome === 'renewed') await files.remove(key)
          after = id
        }
        if (found.length < sealedAtOnce) break
      }
      return { ...counts, left: await uploadsSql.countUnsealed(db, sealed.keyId) }
    },

    /** Returns how many files are not known to be sealed with the current key. */
    countUnsealed: () => uploadsSql.countUnsealed(db, dependencies.sealed.keyId),

    /** Removes files that crashes left without an owner; returns how many. */
    removeAbandoned: async (): Promise<number> => {
      const keys = await uploadsSql.abandoned(db, new Date(clock.now().getTime() - abandonedAfter))
      await discard(keys)
      return keys.length
    },
  }
}

export type UploadsService = ReturnType<typeof createUploadsService>
