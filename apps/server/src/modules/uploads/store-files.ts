/**
 * Stores uploaded files. A key is announced before its bytes are written, the transaction of the owning row takes
 * ownership, and files without an owner are removed.
 */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Stash } from '../../platform/http/forms/attachments.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import type { NewFile } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import { claimKeys, markSealed } from './file-records.sql.ts'
import * as uploadsSql from './uploads.sql.ts'

type Written = { readonly key: string; readonly bytes: number; readonly sha256: Uint8Array }

// Files read by one statement, and the longest run of the job, because other jobs wait meanwhile.
const sealedAtOnce = 200
const longestSealingMs = 300_000

// No call takes this long, so a file without an owner was left by a crash.
const abandonedAfter = 3_600_000

async function writeFile(
  ctx: Context,
  content: (key: string) => Parameters<FileStore['put']>[1],
  onKey: (key: string) => void,
): Promise<Written> {
  const key = newFileKey()
  await ctx.fileRecords.announce(key, ctx.clock.now())
  onKey(key)
  return { key, ...(await ctx.files.put(key, content(key))) }
}

export async function discardFiles(ctx: Context, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  for (const { key } of await ctx.db.run(claimKeys, { keys })) {
    try {
      await ctx.files.remove(key)
    } catch (error) {
      // The key is announced again for the job, because otherwise nothing would know of the bytes.
      await ctx.fileRecords.announce(key, new Date(0))
      throw error
    }
  }
}

export async function admitUpload(ctx: Context, announced: number): Promise<void> {
  if ((await ctx.ports.freeSpace()) - announced >= ctx.config.freeSpaceMin) return
  throw new ApiError('unavailable', { retryAfter: 60, cause: new Error('uploads: disk space is short') })
}

export async function openStash(ctx: Context, personId: number): Promise<Stash> {
  const subject = String(personId)
  const day = await ctx.rateLimiter.peek(limits.uploadBytes, subject)
  if (day.over) throw new ApiError('tooMany', { retryAfter: day.retryAfter })
  const keys: string[] = []
  return {
    put: async (content) => {
      const written = await writeFile(
        ctx,
        () => content,
        (key) => keys.push(key),
      )
      const { over, retryAfter } = await ctx.rateLimiter.consume(limits.uploadBytes, subject, written.bytes)
      if (over) throw new ApiError('tooMany', { retryAfter })
      return written
    },
    close: () => discardFiles(ctx, keys).catch(() => {}),
  }
}

export async function storeFiles<T>(
  ctx: Context,
  contents: readonly ((key: string) => Parameters<FileStore['put']>[1])[],
  work: (written: readonly Written[]) => Promise<T>,
): Promise<T> {
  const keys: string[] = []
  try {
    const written: Written[] = []
    for (const content of contents) written.push(await writeFile(ctx, content, (key) => keys.push(key)))
    return await work(written)
  } catch (error) {
    await discardFiles(ctx, keys).catch(() => {})
    throw error
  }
}

export async function ownFile(ctx: Context, tx: Queries, file: Omit<NewFile, 'isReceived'>): Promise<number> {
  const isReceived = file.purpose !== 'export'
  const id = await ctx.fileRecords.add(tx, { ...file, isReceived }, ctx.clock.now())
  if (id === null) throw new ApiError('unavailable', { cause: new Error('uploads: the bytes are gone') })
  return id
}

/**
 * Seals files with the current key: unencrypted ones, and those of an earlier secret. A file that cannot be
 * opened or is missing stays unchanged and is counted. Ends after five minutes and continues in the next run.
 */
export async function sealStoredFiles(ctx: Context) {
  const sealed = ctx.sealedFiles
  const counts = { renewed: 0, current: 0, missing: 0, unreadable: 0 }
  const deadline = ctx.clock.now().getTime() + longestSealingMs
  let after = 0
  while (ctx.clock.now().getTime() < deadline) {
    const found = await ctx.db.run(uploadsSql.unsealed, {
      sealed_with: sealed.keyId,
      after_id: after,
      limit_rows: sealedAtOnce,
    })
    for (const { id, key } of found) {
      const outcome = await sealed.renew(key)
      counts[outcome] += 1
      const isSealed = outcome === 'renewed' || outcome === 'current'
      const isThere = isSealed
        ? (await ctx.db.run(markSealed, { id, sealed_with: sealed.keyId })).length > 0
        : (await ctx.db.run(uploadsSql.isThere, { id })).length > 0
      // The row is deleted before the bytes, so a file removed meanwhile may have been written again.
      if (!isThere && outcome === 'renewed') await ctx.files.remove(key)
      after = id
    }
    if (found.length < sealedAtOnce) break
  }
  return { ...counts, left: await uploadsSql.countUnsealed(ctx.db, sealed.keyId) }
}

export const countUnsealedFiles = (ctx: Context) => uploadsSql.countUnsealed(ctx.db, ctx.sealedFiles.keyId)

export async function removeAbandonedFiles(ctx: Context): Promise<number> {
  const keys = await uploadsSql.abandoned(ctx.db, new Date(ctx.clock.now().getTime() - abandonedAfter))
  await discardFiles(ctx, keys)
  return keys.length
}
