/** Runs the PostgreSQL of the portal as a child process behind a Unix socket. PostgreSQL itself recovers and locks its files. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createFolder, databaseFolder } from './data-folder.ts'
import { diskFull, folderDamaged, folderInUse } from './errors.ts'
import { findPrograms, type Programs } from './programs.ts'
import { getServerSettings } from './server-settings.ts'
import { AlreadyRunningError, explainEnd, saysDiskFull, untilReady } from './start-up-log.ts'

type EmbeddedPostgres = {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

type Options = {
  /** Called once when PostgreSQL ended without `stop()`. The portal must end too: its next start recovers the database. */
  readonly onExit?: (error: Error) => void
  readonly settings?: Readonly<Record<string, string>>
}

/** Milliseconds that a start waits for a PostgreSQL that is just starting or ending over the same folder. */
const lockTimeout = 60_000

/** Milliseconds in which a running PostgreSQL answers. They find one that hangs, not a slow machine. */
const answerTimeout = 30_000

/** Bytes that the path of a Unix socket may have. */
const longestSocketPath = 107

const portalLock = 7_021_965

const socketName = '.s.PGSQL.5432'

type Cluster = {
  readonly programs: Programs
  readonly folder: string
  readonly data: string
}

/**
 * Starts PostgreSQL over `<folder>/postgres`, which is created when it is missing. A PostgreSQL that a killed portal left
 * running there is stopped first. A transaction that was acknowledged is on the disk.
 *
 * @throws {DataFolderError} when another portal uses the folder (within 2 s), the files are damaged, the disk is full, or PostgreSQL cannot run on this platform or in this folder.
 */
export async function startEmbeddedPostgres(given: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const folder = resolve(given)
  createFolder(folder)
  const programs = findPrograms(folder)
  openFolderToPostgres(folder, programs)
  const cluster = { programs, folder, data: join(folder, databaseFolder) }
  await createWhenMissing(cluster)
  const deadline = performance.now() + lockTimeout
  for (;;) {
    await stopLeftOver(cluster)
    try {
      return await launch(cluster, options)
    } catch (error) {
      if (!(error instanceof AlreadyRunningError)) throw error
      if (performance.now() > deadline) throw folderInUse(folder)
      await wait(100)
    }
  }
}

/**
 * Calls `work` with the connection string of the PostgreSQL over `<folder>/postgres`: the one that a portal is running, or else one
 * that is started for this work and stopped afterwards. Commands use it beside a running portal.
 *
 * @throws {DataFolderError} as {@link startEmbeddedPostgres} does
 */
export async function withEmbeddedPostgres<T>(folder: string, work: (url: string) => Promise<T>): Promise<T> {
  const running = readRunning(join(resolve(folder), databaseFolder))
  if (running !== null && (await answers(running.socketFolder))) return work(toUrl(running.socketFolder))
  const started = await startEmbeddedPostgres(folder)
  return work(started.url).finally(started.stop)
}

async function answers(socketFolder: string): Promise<boolean> {
  const client = new pg.Client(describeClient(socketFolder))
  client.on('error', () => {})
  const hasAnswered = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return hasAnswered
}

function toUrl(socketFolder: string): string {
  return `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socketFolder)}`
}

/** Restricts the folder to its owner. If PostgreSQL runs under another user, that user's group may enter the folder. */
function openFolderToPostgres(folder: string, { user }: Programs): void {
  if (user === undefined) {
    chmodSync(folder, 0o700)
    return
  }
  chownSync(folder, process.getuid?.() ?? 0, user.gid)
  chmodSync(folder, 0o710)
}

/** Creates the database in a temporary folder and renames that folder, so that an incomplete database is never found. */
async function createWhenMissing({ programs, folder, data }: Cluster): Promise<void> {
  if (existsSync(data)) {
    if (existsSync(join(data, 'PG_VERSION'))) return
    throw folderDamaged(data, 'PG_VERSION is missing')
  }
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(`${databaseFolder}.unfinished`)))
    rmSync(join(folder, name), { recursive: true, force: true })
  const draft = mkdtempSync(join(folder, `${databaseFolder}.unfinished-`))
  if (programs.user) chownSync(draft, programs.user.uid, programs.user.gid)
  const args = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions', '-D', draft]
  // Text is sorted and folded the same on every platform, independent of its C library.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const child = programs.start('initdb', [...args, ...locale], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [errors, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')])
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    if (saysDiskFull(errors)) throw diskFull(data)
    throw new Error(`initdb ended with code ${code}: ${errors.trim()}`)
  }
  try {
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another start created the database meanwhile.
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
}

function readRunning(data: string): { pid: number; socketFolder: string } | null {
  try {
    // Lines of PostgreSQL's documentation, section "postmaster.pid": pid, data folder, start time, port, socket folder.
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    process.kill(pid, 0)
    return { pid, socketFolder: lines[4] ?? '' }
  } catch {
    return null
  }
}

/**
 * Stops the PostgreSQL that a killed portal left running. A running portal holds the advisory lock, and its
 * PostgreSQL is not stopped.
 *
 * @throws {DataFolderError} when another portal holds the lock.
 */
async function stopLeftOver({ data, folder }: Cluster): Promise<void> {
  const running = readRunning(data)
  if (running === null) return
  const client = new pg.Client(describeClient(running.socketFolder))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select pg_try_advisory_lock(${portalLock}) as free`)
    if (rows[0]?.free !== true) throw folderInUse(folder)
    // The lock is held until PostgreSQL has ended, so that two starts do not stop each other's PostgreSQL.
    process.kill(running.pid, 'SIGINT')
    while (readRunning(data)?.pid === running.pid) await wait(20)
  } catch (error) {
    if (error instanceof Error && 'code' in error && isNotAnswering(error.code)) return
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function isNotAnswering(code: unknown): boolean {
  return (
    code === 'ENOENT' ||
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === '57P01' ||
    code === '57P03'
  )
}

function describeClient(socketFolder: string): pg.ClientConfig {
  return {
    host: socketFolder,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: answerTimeout,
    query_timeout: answerTimeout,
  }
}

async function launch(cluster: Cluster, { onExit, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const { data, programs } = cluster
  const socketFolder = makeSocketFolder(cluster)
  const flags = Object.entries({ ...getServerSettings(socketFolder), ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  // Detached, so that Ctrl-C in a terminal reaches only the portal. The portal finishes its requests before it
  // stops PostgreSQL.
  const child = programs.start('postgres', ['-D', data, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const stopWithProcess = () => child.kill('SIGINT')
  process.once('exit', stopWithProcess)
  let isStopping = false
  try {
    const lastLines = await untilReady(child, data)
    const lock = await holdLock(socketFolder)
    child.once('exit', () => {
      process.off('exit', stopWithProcess)
      if (isStopping) return
      onExit?.(explainEnd(lastLines(), data))
    })
    return {
      url: toUrl(socketFolder),
      pid: child.pid ?? 0,
      stop: async () => {
        isStopping = true
        await lock.end().catch(() => {})
        await stopChild(child)
        removeTemporary(socketFolder, cluster)
      },
    }
  } catch (error) {
    process.off('exit', stopWithProcess)
    await stopChild(child)
    removeTemporary(socketFolder, cluster)
    throw error
  }
}

/** Takes the lock that shows other starts that this portal is running. The lock ends with the connection, however the process ends. */
async function holdLock(socketFolder: string): Promise<pg.Client> {
  const client = new pg.Client(describeClient(socketFolder))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select pg_try_advisory_lock(${portalLock}) as taken`)
    if (rows[0]?.taken === true) return client
  } catch (error) {
    await client.end().catch(() => {})
    if (!(error instanceof Error && 'code' in error && isNotAnswering(error.code))) throw error
    throw new AlreadyRunningError()
  }
  await client.end()
  throw new AlreadyRunningError()
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  await exit
}

function makeSocketFolder({ folder, programs: { user } }: Cluster): string {
  const own = join(folder, 'socket')
  const isShort = Buffer.byteLength(join(own, socketName)) <= longestSocketPath
  if (isShort) mkdirSync(own, { recursive: true, mode: 0o700 })
  const made = isShort ? own : mkdtempSync(join(tmpdir(), 'mi-portal-socket-'))
  if (user) chownSync(made, user.uid, user.gid)
  return made
}

function removeTemporary(socketFolder: string, { folder }: Cluster): void {
  if (socketFolder !== join(folder, 'socket')) rmSync(socketFolder, { recursive: true, force: true })
}
