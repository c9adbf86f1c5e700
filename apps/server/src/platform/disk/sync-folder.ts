import { open } from 'node:fs/promises'

/** Puts a folder's list of names on the disk: what was renamed into it survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
