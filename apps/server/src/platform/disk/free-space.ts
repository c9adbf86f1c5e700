import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Returns the free bytes for this user on the disk of a folder, or of its nearest parent folder that exists. */
export async function readFreeSpace(folder: string): Promise<number> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      const { bavail, bsize } = await statfs(at)
      return bavail * bsize
    } catch (error) {
      if (at === dirname(at)) throw error
    }
  }
}
