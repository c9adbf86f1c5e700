// Brings a whole folder to the disk, contents and names.
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Runs `use` with a descriptor of the folder, whose sync makes the names in it survive a power cut.
 * Windows knows no such sync (its file system keeps a journal of names): there nothing is run.
 */
export function withFolder(path: string, use: (descriptor: number) => void) {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export function syncNames(folder: string) {
  withFolder(folder, fsyncSync)
}

/** Makes the folder and those above it, where they are missing, with names that survive a power cut. */
export function makeFolder(folder: string) {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncNames(dirname(made))
}

export function syncFile(path: string) {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Syncs at once that share a journal's write; the disk is asked by four threads anyway. */
const sideBySide = 16

/**
 * Resolves when everything in the folder is on the disk, though not yet the folder's own name in its parent, with the
 * path of every file and folder that was synced.
 */
export async function syncTree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || (entry.isDirectory() && process.platform !== 'win32'))
    .map((entry) => ({ path: join(entry.parentPath, entry.name), flags: entry.isFile() ? 'r+' : 'r' }))
  const left = paths.values()
  const work = async () => {
    for (const { path, flags } of left) {
      const file = await open(path, flags)
      try {
        await file.sync()
      } finally {
        await file.close()
      }
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, work))
  syncNames(folder)
  return paths.map(({ path }) => path)
}
