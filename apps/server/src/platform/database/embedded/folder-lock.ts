// One process at a time holds a data folder: two databases over the same files destroy each other without an error.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { FolderHeldError } from './folder-errors.ts'

type FolderLock = { release(): void }

/** Kept here, or a lock nobody looks at any more could be collected and its file closed. */
const held = new Set<DatabaseSync>()

/** A process that was just told to stop may need a moment to let go. */
const patience = { milliseconds: 700, step: 50 }
const sqliteBusy = 5

/**
 * Takes `<folder>/lock` for this process until `release()` or the process's end, whichever way it ends.
 *
 * The lock is the operating system's own on an open file, taken through SQLite because Node has no call for it. No
 * number of a process is compared, so nothing is left behind by a killed one, nothing is mistaken when its number is
 * used again, and of two starters the system chooses one. Nothing else in this process may open that file: closing it
 * again would let the lock go. `<folder>/holder` only helps a person to find the holder.
 *
 * @throws {FolderHeldError} after 0.7 s, when another process (or this one) holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const holder = join(folder, 'holder')
  const deadline = performance.now() + patience.milliseconds
  for (;;) {
    const file = tryLock(join(folder, 'lock'))
    if (file) {
      writeFileSync(holder, `${process.pid}\n`)
      return {
        release() {
          if (held.delete(file)) file.close()
        },
      }
    }
    if (performance.now() > deadline) throw new FolderHeldError(folder, readHolder(holder))
    await wait(patience.step)
  }
}

function tryLock(path: string): DatabaseSync | null {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
    held.add(file)
    return file
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw error
  }
}

function readHolder(path: string): string | null {
  try {
    return /^\d+$/.exec(readFileSync(path, 'utf8').trim())?.[0] ?? null
  } catch {
    return null
  }
}
