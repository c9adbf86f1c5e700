/** The file store in a folder of this machine: one file a key, two levels of folders so that none grows too large. */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { syncFolder } from '../../platform/disk/sync-folder.ts'
import { isFileKey } from '../../platform/security/file-key.ts'
import type { FileStore } from '../../ports/files.ts'

/** Keeps files under `folder`, which is made when it is missing. A key that is none is refused before any path is made of it. */
export function folderStore(folder: string): FileStore {
  const root = resolve(folder)

  function placeOf(key: string): string {
    if (!isFileKey(key)) throw new Error('files: not a key of the file store')
    return join(root, key.slice(0, 2), key.slice(2, 4), key)
  }

  // Folders whose entry in the folder above is known to be on disk.
  const lasting = new Set<string>()

  async function makeFolder(folder: string): Promise<void> {
    if (lasting.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Also when another call made it: that call may not have come to its sync.
    for (let at = folder; at.length >= root.length && !lasting.has(at); at = dirname(at)) {
      await syncFolder(dirname(at))
      lasting.add(at)
    }
  }

  return {
    put: async (key, content) => {
      const place = placeOf(key)
      const folder = dirname(place)
      await makeFolder(folder)
      // In the same folder, so that the rename cannot become a copy.
      const unfinished = `${place}.${randomUUID()}.part`
      try {
        const written = await writeWhole(unfinished, content)
        await rename(unfinished, place)
        await syncFolder(folder)
        return written
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    read: async (key) => {
      if (!isFileKey(key)) return null
      try {
        const handle = await open(placeOf(key), 'r')
        return handle.createReadStream()
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (key) => {
      await rm(placeOf(key), { force: true })
    },
  }
}

async function writeWhole(
  path: string,
  content: Uint8Array | AsyncIterable<unknown>,
): Promise<{ bytes: number; sha256: Uint8Array }> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content instanceof Uint8Array ? [content] : content) {
      const chunk = bytesOf(piece)
      hash.update(chunk)
      await writeAll(handle, chunk)
      bytes += chunk.byteLength
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, sha256: hash.digest() }
}

function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece
  if (typeof piece === 'string') return Buffer.from(piece)
  throw new Error('files: a stream of bytes was expected')
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let done = 0
  while (done < chunk.byteLength) done += (await handle.write(chunk, done)).bytesWritten
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
