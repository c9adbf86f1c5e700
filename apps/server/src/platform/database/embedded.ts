// The database that needs no installation: PostgreSQL compiled to WebAssembly, in a folder or in memory.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { checkFolder, markFolder } from './embedded/folder-check.ts'
import {
  DiskFailedError,
  EngineStoppedError,
  FolderDamagedError,
  FolderFullError,
} from './embedded/folder-errors.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { logSync, systemSync } from './embedded/log-sync.ts'
import { makeFolder, syncNames } from './embedded/sync-tree.ts'
import { checkpoint, SyncedClient } from './embedded/synced-client.ts'
import { type Disk, SyncedFolder } from './embedded/synced-folder.ts'

type EmbeddedOptions = {
  /** A database taken with `snapshot()`, to start from instead of an empty one. */
  snapshot?: Blob | File
  /** Called once when the database can no longer keep its promise: the process must end, the next start recovers. */
  onFatal?: (error: Error) => void
  /** The calls that reach the disk; tests cut the power here. */
  disk?: Disk
}

export type EmbeddedDatabase = {
  /** For `drizzle-orm/pglite`. Its `execProtocol…` calls do not wait for the disk: nothing here uses them. */
  client: PGlite
  snapshot(): Promise<Blob>
  /** Ends with a checkpoint, so that the next start has nothing to recover. */
  close(): Promise<void>
}

const extensions = { btree_gist, pg_trgm, unaccent }

// A day has no zone and no hour: as text it cannot shift. Long integers come as numbers, which PGlite does by itself.
const parsers = { [types.DATE]: (text: string) => text }

// One connection and a small data set: the defaults would touch 128 MB of memory and more.
const memorySettings = { shared_buffers: '16MB', max_connections: '4' }

// PGlite turns fsync off; these come later and win. Emscripten knows no fdatasync: only fsync reaches the folder's calls.
const diskSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_sync_method: 'fsync',
}
// A new file of the log is filled with zeros and synced while everybody waits: a small one is soon done.
const logFileMegabytes = 1

function startParams(settings: Record<string, string>) {
  return [
    ...PGlite.defaultStartParams,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

const common: PGliteOptions = {
  extensions,
  parsers,
  initDbStartParams: [`--wal-segsize=${logFileMegabytes}`],
}

/**
 * Opens the embedded database kept under `<folder>/db`, or one in memory when `folder` is null.
 * A second `openEmbedded(null, { snapshot })` is a copy in a fraction of a second.
 *
 * In a folder, every statement and transaction resolves only when it and everything it could see are on the disk.
 * A transaction that sets `synchronous_commit` to off (`set_config('synchronous_commit', 'off', true)`) does not wait:
 * its changes reach the disk within a second, and may be lost by a kill or a power cut before.
 *
 * @throws {FolderHeldError} when another process has the folder open.
 * @throws {FolderDamagedError} when the database there cannot be opened; it is never replaced.
 * @throws {FolderFullError} when the disk has no space to recover the database.
 */
export async function openEmbedded(
  folder: string | null,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  return folder === null ? openInMemory(options) : openFolder(resolve(folder), options)
}

async function openInMemory({ snapshot }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const client = await PGlite.create({
    ...common,
    startParams: startParams(memorySettings),
    ...from(snapshot),
  })
  return { client, snapshot: () => dump(client), close: () => client.close() }
}

async function openFolder(folder: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { disk = systemSync } = options
  makeFolder(folder)
  const lock = await lockFolder(folder)
  try {
    const place = join(folder, 'db')
    const state = checkFolder(folder)
    if (state === 'absent') await initialise(folder, place, disk, options.snapshot)
    markFolder(folder)
    // PostgreSQL syncs all its files before it recovers, one after the other: done here it takes a quarter of the time.
    const safe = state === 'interrupted' ? await disk.tree(place) : []
    const database = await openSynced(place, safe, disk, options.onFatal)
    return {
      ...database,
      async close() {
        try {
          await database.close()
        } finally {
          lock.release()
        }
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The new database is made beside its place and moved there whole, so that half of one is never found there. */
async function initialise(folder: string, place: string, disk: Disk, snapshot: Blob | File | undefined) {
  const draft = join(folder, 'db.unfinished')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  const database = await PGlite.create({
    ...common,
    dataDir: draft,
    startParams: startParams(memorySettings),
    ...from(snapshot),
  })
  await database.close()
  await disk.tree(draft)
  renameSync(draft, place)
  syncNames(folder)
}

async function openSynced(
  place: string,
  safe: readonly string[],
  disk: Disk,
  onFatal: EmbeddedOptions['onFatal'],
): Promise<EmbeddedDatabase> {
  let fatal: Error | null = null
  let open = false
  const failure = (error: Error) => {
    if (fatal) return
    fatal = error
    if (open) onFatal?.(error)
  }
  const log = logSync(disk, failure)
  const lastWords: string[] = []
  const files = new SyncedFolder(place, safe, log, disk, {
    logWritten: (bytes) => client.logWritten(bytes),
    failure,
    stopped: () => failure(new EngineStoppedError(reasonIn(lastWords))),
  })
  const client = new SyncedClient(log, () => fatal, {
    ...common,
    fs: files,
    startParams: startParams({ ...memorySettings, ...diskSettings }),
    onStderr: (line) => {
      lastWords.push(line)
      if (lastWords.length > 20) lastWords.shift()
      return true
    },
  })
  try {
    await client.waitReady
    await client.proveSyncs()
  } catch (error) {
    throw whyNotOpened(place, fatal ?? error, reasonIn(lastWords))
  }
  open = true
  return {
    client,
    snapshot: () => dump(client),
    async close() {
      await client.close()
      await log.close()
    },
  }
}

function whyNotOpened(place: string, error: unknown, reason: string | null): unknown {
  if (error instanceof DiskFailedError) return error
  if (reason?.includes('No space left on device')) return new FolderFullError(place)
  return new FolderDamagedError(place, reason ?? String(error))
}

function from(snapshot: Blob | File | undefined): PGliteOptions {
  return snapshot ? { loadDataDir: snapshot } : {}
}

async function dump(client: PGlite): Promise<Blob> {
  await checkpoint(client)
  return client.dumpDataDir('none')
}

/** PostgreSQL's last complaint before it gave up. */
function reasonIn(lines: string[]): string | null {
  const last = lines.findLast((line) => /\b(PANIC|FATAL):/.test(line))
  return last?.replace(/^.*\b(PANIC|FATAL):\s*/, '') ?? null
}
