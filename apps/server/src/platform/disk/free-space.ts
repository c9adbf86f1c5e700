import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Bytes left to this user on the disk of a folder, or of the nearest one above it that is there. */
export async function freeSpaceOf(folder: string): Promise<number> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      const { bavail, bsize } = await statfs(at)
      return bavail * bsize
    } catch (error) {
      if (at === dirname(at)) throw error
    }
  }
}
