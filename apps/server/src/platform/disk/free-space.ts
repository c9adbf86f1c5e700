import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

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
