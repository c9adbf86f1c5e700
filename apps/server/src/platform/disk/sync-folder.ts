import { open } from 'node:fs/promises'

/** Flushes a folder's list of names to the disk, so that a file renamed into it survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
