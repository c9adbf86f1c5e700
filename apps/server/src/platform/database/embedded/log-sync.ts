// Brings the write-ahead log to the disk, once for all the commits that wait together.
import { closeSync, fdatasync, fstatSync, fsyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { DiskFailedError } from './folder-errors.ts'
import { syncTree } from './sync-tree.ts'

/** The calls that make written bytes survive a power cut. Tests put their own in to cut the power or to fail. */
export type SyncCalls = {
  /** Resolves when what was written to the file before the call is on the disk. */
  later(path: string, descriptor: number): Promise<void>
  /** The same, at once. Also for folders, where it makes names, and not contents, safe. */
  now(path: string, descriptor: number): void
  /** Everything in the folder, contents and names. Resolves with the path of every file and folder in it. */
  tree(folder: string): Promise<string[]>
}

export type LogSync = {
  /** The database asks for this file of the log to be on the disk before it calls a commit done. */
  request(path: string): void
  /** Resolves when the first `upTo` requests are on the disk; at once when they already are. */
  settled(upTo: number): Promise<void>
  /** Does what was requested so far at once: nothing that relies on the log may reach the disk before it. */
  settleNow(): void
  /** How many requests there have been. */
  requests(): number
  /** Lets go of the files, once what was requested is on the disk. */
  close(): Promise<void>
}

type Waiter = { upTo: number; resolve: () => void; reject: (error: Error) => void }

/**
 * `onFailure` is called once, at the first sync that fails; from then on everything waiting or asked for is refused,
 * because after a failed sync the system may have dropped the pages and a second try would lie.
 */
export function logSync(calls: SyncCalls, onFailure: (error: Error) => void): LogSync {
  const handles = new Map<string, number>()
  let asked = 0
  let done = 0
  let dirty = new Set<string>()
  let inFlight = new Set<string>()
  let waiting: Waiter[] = []
  let failure: Error | null = null
  let closed = false

  function open(path: string): number {
    // A descriptor of our own: the database may close its one while a sync is under way.
    const known = handles.get(path)
    if (known !== undefined) return known
    const descriptor = openSync(path, 'r+')
    handles.set(path, descriptor)
    return descriptor
  }

  /** The log moves on from file to file: the ones behind are let go once nothing is asked of them. */
  function closeOthers(keep: Set<string>) {
    for (const [path, descriptor] of handles) {
      if (keep.has(path)) continue
      handles.delete(path)
      closeSync(descriptor)
    }
  }

  function fail(path: string, cause: unknown) {
    if (failure) return
    failure = new DiskFailedError(path, cause)
    for (const waiter of waiting) waiter.reject(failure)
    waiting = []
    onFailure(failure)
  }

  function settle(upTo: number) {
    done = Math.max(done, upTo)
    const served = waiting.filter((waiter) => waiter.upTo <= done)
    waiting = waiting.filter((waiter) => waiter.upTo > done)
    for (const waiter of served) waiter.resolve()
  }

  function checkStillThere(path: string, descriptor: number) {
    if (fstatSync(descriptor).nlink === 0) throw new Error(`${path} was removed while the database was open`)
  }

  async function run() {
    while (dirty.size > 0 && !failure && !closed) {
      const upTo = asked
      const files = dirty
      inFlight = files
      dirty = new Set()
      let current = ''
      try {
        await Promise.all(
          [...files].map(async (path) => {
            current = path
            const descriptor = open(path)
            await calls.later(path, descriptor)
            // A file that was settled meanwhile may have been recycled by the database itself.
            if (done < upTo) checkStillThere(path, descriptor)
          }),
        )
      } catch (error) {
        fail(current, error)
        return
      }
      inFlight = new Set()
      settle(upTo)
      if (dirty.size === 0) closeOthers(files)
    }
  }

  let running: Promise<void> | null = null
  function kick() {
    if (running !== null) return
    running = run().finally(() => {
      running = null
      if (dirty.size > 0 && !failure && !closed) kick()
    })
  }

  function settleNow() {
    if (failure) throw failure
    if (done >= asked) return
    for (const path of new Set([...inFlight, ...dirty])) {
      try {
        calls.now(path, open(path))
      } catch (error) {
        fail(path, error)
        throw error
      }
    }
    dirty = new Set()
    inFlight = new Set()
    settle(asked)
  }

  return {
    request(path) {
      asked += 1
      dirty.add(path)
      kick()
    },
    settled(upTo) {
      if (failure) return Promise.reject(failure)
      if (done >= upTo) return Promise.resolve()
      return new Promise((resolve, reject) => {
        waiting.push({ upTo, resolve, reject })
      })
    },
    settleNow,
    requests: () => asked,
    async close() {
      if (!failure) settleNow()
      closed = true
      await running
      closeOthers(new Set())
    },
  }
}

const fdatasyncLater = promisify(fdatasync)

/** The system's own calls. The size of a log file does not change once it is in use, so its contents are enough. */
export const systemSync: SyncCalls = {
  later: (_path, descriptor) => fdatasyncLater(descriptor),
  now: (_path, descriptor) => fsyncSync(descriptor),
  tree: syncTree,
}
