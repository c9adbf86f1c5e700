/** A PostgreSQL cluster of its own in a temporary folder: for tests, benches and drills. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { findDatabaseUser, type SystemUser } from '../src/platform/database/embedded-postgres/programs.ts'
import { freePort } from './free-port.ts'

type PostgresOptions = {
  /** Folder of the programs; by default those that {@link findPostgres} finds. */
  binDir?: string
  /** Keep fsync and full page writes as a production cluster has them. Off by default: tests lose nothing. */
  durable?: boolean
  /** Settings of postgresql.conf, by name; they win over the ones chosen here. */
  settings?: Record<string, string>
  /** Kept there with all it holds; started again with the same folder it goes on. */
  folder?: string
  /** A standby of that cluster: a copy of it, which repeats what is written there until it is promoted. */
  standbyOf?: PostgresServer
}

export type PostgresServer = {
  /** Connection string of the superuser on the database `postgres`, over TCP on the loopback address. */
  url: string
  host: '127.0.0.1'
  port: number
  /** Folder of the cluster's Unix socket. */
  socketDir: string
  /** Folder of initdb, postgres, psql and, where Debian's package is whole, pgbench. */
  binDir: string
  dataDir: string
  /** Major version, for instance 15. */
  version: number
  /** Process id of the postmaster now running. */
  pid(): number
  /** Ends every connection at once, as a crash does, and starts again at the same address. */
  restart(): Promise<void>
  /** Ends the cluster by this signal to its postmaster, for a while. */
  down(signal: NodeJS.Signals): Promise<void>
  /** Starts it again at the same address. */
  up(): Promise<void>
  /** Ends the cluster and removes its folder. May be called twice. */
  stop(): Promise<void>
}

const prefix = 'mi-portal-postgres-'
const startDeadlineMs = 60_000

/** The folder of the newest PostgreSQL binaries, or null: POSTGRES_BIN, then PATH, then Debian's folders. */
export function findPostgres(): string | null {
  const named = process.env.POSTGRES_BIN
  if (named) return holdsPostgres(named) ? named : null
  const onPath = (process.env.PATH ?? '').split(delimiter).find((dir) => dir !== '' && holdsPostgres(dir))
  if (onPath) return onPath
  const debian = '/usr/lib/postgresql'
  if (!existsSync(debian)) return null
  const folders = readdirSync(debian)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'))
  return folders.find(holdsPostgres) ?? null
}

/**
 * Starts a throw-away cluster on a free port. As root it runs under the operating system's user `postgres`
 * or `nobody`, because PostgreSQL refuses to run as root. It ends with this process, also on Ctrl-C.
 * Throws when there are no binaries or the cluster does not answer within a minute.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const binDir = options.binDir ?? findPostgres()
  if (!binDir) throw new Error('PostgreSQL was not found: apt-get install postgresql, or set POSTGRES_BIN')
  const account = findDatabaseUser()
  removeAbandoned(binDir, account)

  const stored = options.folder !== undefined
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), prefix))
  if (!stored) writeFileSync(join(folder, 'owner'), String(process.pid))
  const dataDir = join(folder, 'data')
  const socketDir = join(folder, 'socket')
  const isNew = !existsSync(join(dataDir, 'PG_VERSION'))
  mkdirSync(dataDir, { recursive: true })
  mkdirSync(socketDir, { recursive: true })
  if (account) for (const path of [folder, dataDir, socketDir]) chownSync(path, account.uid, account.gid)
  chmodSync(dataDir, 0o700)

  let running: ChildProcess | undefined
  let stopped = false
  const discard = () => {
    stopped = true
    running?.kill('SIGQUIT')
    if (!stored) removeWhileItEnds(folder)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    discard()
    // Whoever else listens decides about the end of the process; with nobody left it ends as it would have.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const forget = () => {
    process.off('exit', discard)
    for (const signal of endings) process.off(signal, onSignal)
  }
  process.on('exit', discard)
  for (const signal of endings) process.once(signal, onSignal)

  try {
    if (isNew && options.standbyOf) copyCluster(binDir, dataDir, options.standbyOf, account)
    else if (isNew) initialise(binDir, dataDir, options, account)
    else endLeftOver(binDir, dataDir, account)
    const settings = { ...clusterSettings(socketDir, options.durable ?? false), ...options.settings }
    const { port, child } = await listenOnFreePort(binDir, dataDir, settings, account)
    running = child
    const up = async () => {
      running = await relaunch(binDir, dataDir, { ...settings, port: String(port) }, account)
    }
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      host: '127.0.0.1',
      port,
      socketDir,
      binDir,
      dataDir,
      version: Number(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8')),
      pid: () => running?.pid ?? 0,
      restart: async () => {
        await end(running, 'SIGQUIT')
        await up()
      },
      down: (signal) => end(running, signal),
      up,
      stop: async () => {
        if (stopped) return
        stopped = true
        await end(running, 'SIGINT')
        if (!stored) rmSync(folder, { recursive: true, force: true })
        forget()
      },
    }
  } catch (error) {
    discard()
    forget()
    throw error
  }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function holdsPostgres(dir: string): boolean {
  return existsSync(join(dir, 'postgres')) && existsSync(join(dir, 'initdb'))
}

/** A process killed with SIGKILL could not clean up; the next one does it here. */
function removeAbandoned(binDir: string, account: SystemUser | undefined) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    const ownerFile = join(folder, 'owner')
    if (!existsSync(ownerFile) || isAlive(Number(readFileSync(ownerFile, 'utf8')))) continue
    const dataDir = join(folder, 'data')
    endLeftOver(binDir, dataDir, account)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ends what still runs there on behalf of a process that is gone. */
function endLeftOver(binDir: string, dataDir: string, account: SystemUser | undefined) {
  if (!existsSync(join(dataDir, 'postmaster.pid'))) return
  try {
    execFileSync(join(binDir, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', dataDir], {
      stdio: 'ignore',
      cwd: '/',
      ...account,
    })
  } catch {
    // The pid file was stale: nothing runs there.
  }
}

/** The cluster still writes while it ends, and a process that is itself ending cannot wait for events. */
function removeWhileItEnds(folder: string) {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let attempt = 0; attempt < 100 && existsSync(folder); attempt += 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Not empty again: the next attempt finds less.
    }
    if (existsSync(folder)) Atomics.wait(clock, 0, 0, 50)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function initialise(
  binDir: string,
  dataDir: string,
  options: PostgresOptions,
  account: SystemUser | undefined,
) {
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', `--locale=${locale}`]
  if (!options.durable) flags.push('--no-sync')
  execFileSync(join(binDir, 'initdb'), [...flags, '--no-instructions', '-D', dataDir], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    ...account,
  })
}

function copyCluster(binDir: string, dataDir: string, of: PostgresServer, account: SystemUser | undefined) {
  // Beside the server itself, where binDir may hold no more than links to what is needed most.
  const program = join(dirname(realpathSync(join(binDir, 'postgres'))), 'pg_basebackup')
  const at = ['--host=127.0.0.1', `--port=${of.port}`, '--username=postgres', '--no-password']
  const how = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
  execFileSync(program, [...at, ...how, '-D', dataDir], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    ...account,
  })
}

function clusterSettings(socketDir: string, durable: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketDir,
    timezone: 'UTC',
    lc_messages: 'C',
    max_connections: '200',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
}

/** The port is free when it is asked for and may be taken a moment later: then another one is tried. */
async function listenOnFreePort(
  binDir: string,
  dataDir: string,
  settings: Record<string, string>,
  account: SystemUser | undefined,
) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    try {
      return { port, child: await launch(binDir, dataDir, { ...settings, port: String(port) }, account) }
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

/** The processes of a postmaster that was killed hold its memory until they notice: until then no other one starts. */
async function relaunch(...at: Parameters<typeof launch>): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(...at)
    } catch (error) {
      if (attempt === 40) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

function launch(
  binDir: string,
  dataDir: string,
  settings: Record<string, string>,
  account: SystemUser | undefined,
): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binDir, 'postgres'), ['-D', dataDir, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...account,
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const deadline = setTimeout(() => {
      child.kill('SIGQUIT')
      reject(new Error(`PostgreSQL did not answer within ${startDeadlineMs / 1000} s: ${said}`))
    }, startDeadlineMs)
    child.once('error', (error) => {
      clearTimeout(deadline)
      reject(error)
    })
    child.once('exit', (code) => {
      clearTimeout(deadline)
      reject(new Error(`PostgreSQL ended with code ${code}: ${said}`))
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      // Read to the end of its life: a full pipe would stop the server.
      said = (said + text).slice(-4000)
      if (!/database system is ready to accept (read-only )?connections/.test(said)) return
      clearTimeout(deadline)
      resolve(child)
    })
  })
}

function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
