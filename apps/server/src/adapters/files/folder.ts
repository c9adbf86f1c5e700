/** The file store in a local folder: one file for each key, in two levels of folders, so that no folder gets too large. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { syncFolder } from '../../platform/disk/sync-folder.ts'
import { isFileKey } from '../../platform/security/file-key.ts'
import type { FileStore } from '../../ports/files.ts'
import { writeNewFile } from './new-file.ts'

export function createFolderStore(folder: string): FileStore {
  const root = resolve(folder)

  function findPlace(key: string): string {
    if (!isFileKey(key)) throw new Error('files: not a key of the file store')
    return join(root, key.slice(0, 2), key.slice(2, 4), key)
  }

  // Folders whose entry in their parent folder is known to be on disk.
  const lasting = new Set<string>()

  async function makeFolder(folder: string): Promise<void> {
    if (lasting.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Also if a concurrent call created the folder, because that call may not have synced it yet.
    for (let at = folder; at.length >= root.length && !lasting.has(at); at = dirname(at)) {
      await syncFolder(dirname(at))
      lasting.add(at)
    }
  }

  return {
    put: async (key, content) => {
      const place = findPlace(key)
      const folder = dirname(place)
      await makeFolder(folder)
      // In the same folder, so that the rename is atomic and never becomes a copy.
      const unfinished = `${place}.${randomUUID()}.part`
      try {
        const written = await writeNewFile(unfinished, content)
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
        const handle = await open(findPlace(key), 'r')
        return handle.createReadStream()
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (key) => {
      await rm(findPlace(key), { force: true })
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
