/** A separate PostgreSQL cluster in a temporary folder, for tests, benchmarks and failure tests. */
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
import {
  findDatabaseUser,
  type SystemUser,
} from '../src/platform/database/embedded-postgres/database-user.ts'
import {
  findEmbeddedBinaries,
  reachableBinaries,
} from '../src/platform/database/embedded-postgres/programs.ts'
import { freePort } from './free-port.ts'

type PostgresOptions = {
  /** Folder of the binaries. Default: the folder that {@link findPostgres} finds, or else the programs from npm. */
  binDir?: string
  /** Keeps fsync and full page writes on, like production. Tests need no durability. */
  durable?: boolean
  /** Settings of postgresql.conf by name. They override the defaults chosen here. */
  settings?: Record<string, string>
  /** A permanent folder for the cluster. A later start with the same folder continues with its data. */
  folder?: string
  /** Makes this cluster a standby of that one: a copy that follows its changes until it is promoted. */
  standbyOf?: PostgresServer
}

export type PostgresServer = {
  /** Connection string of the superuser on the database `postgres`, over TCP on the loopback address. */
  url: string
  host: '127.0.0.1'
  port: number
  socketDir: string
  /** Folder of initdb, postgres, psql and, if Debian's package is complete, pgbench. */
  binDir: string
  dataDir: string
  /** Major version, for instance 15. */
  version: number
  pid(): number
  /** Ends every connection at once, as a crash does, and restarts at the same address. */
  restart(): Promise<void>
  /** Stops the cluster with this signal to its postmaster, until {@link PostgresServer.up}. */
  down(signal: NodeJS.Signals): Promise<void>
  up(): Promise<void>
  /** Stops the cluster and removes its folder. May be called twice. */
  stop(): Promise<void>
}

const prefix = 'mi-portal-postgres-'
const startDeadlineMs = 60_000

/** Returns the folder of the newest PostgreSQL in POSTGRES_BIN, PATH and Debian's folders, or null. */
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
  const account = findDatabaseUser()
  const binDir = options.binDir ?? findPostgres() ?? findReachableBinaries(account)
  if (!binDir) throw new Error('PostgreSQL was not found: apt-get install postgresql, or set POSTGRES_BIN')
  const programs: Programs = { binDir, account }
  removeAbandoned(programs)

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
    // Another listener decides when the process ends. Without one, the signal ends the process as usual.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const forget = () => {
    process.off('exit', discard)
    for (const signal of endings) process.off(signal, onSignal)
  }
  process.on('exit', discard)
  for (const signal of endings) process.once(signal, onSignal)

  try {
    if (isNew && options.standbyOf) copyCluster(programs, dataDir, options.standbyOf)
    else if (isNew) initialise(programs, dataDir, options.durable ?? false)
    else endLeftOver(programs, dataDir)
    const settings = { ...clusterSettings(socketDir, options.durable ?? false), ...options.settings }
    const { port, child } = await listenOnFreePort(programs, dataDir, settings)
    running = child
    const up = async () => {
      running = await relaunch(programs, dataDir, { ...settings, port: String(port) })
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

/** Returns the folder of the programs from npm, or of a copy that this user can reach; null where no package is installed. */
function findReachableBinaries(account: SystemUser | undefined): string | null {
  const binaries = findEmbeddedBinaries()
  return binaries === null || account === undefined ? binaries : reachableBinaries(binaries, account)
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function holdsPostgres(dir: string): boolean {
  return existsSync(join(dir, 'postgres')) && existsSync(join(dir, 'initdb'))
}

type Programs = { readonly binDir: string; readonly account: SystemUser | undefined }

function run({ binDir, account }: Programs, program: string, args: readonly string[]) {
  execFileSync(join(binDir, program), args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...account })
}

/** Removes clusters of processes that were killed with SIGKILL and could not clean up. */
function removeAbandoned(programs: Programs) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    const ownerFile = join(folder, 'owner')
    if (!existsSync(ownerFile) || isAlive(Number(readFileSync(ownerFile, 'utf8')))) continue
    endLeftOver(programs, join(folder, 'data'))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stops a cluster that is still running after its process has ended. */
function endLeftOver(programs: Programs, dataDir: string) {
  if (!existsSync(join(dataDir, 'postmaster.pid'))) return
  try {
    run(programs, 'pg_ctl', ['stop', '-m', 'immediate', '-D', dataDir])
  } catch {
    // The pid file was stale: no cluster is running.
  }
}

/** Removes a folder while its cluster still writes to it. Blocks, because an ending process cannot await. */
function removeWhileItEnds(folder: string) {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let attempt = 0; attempt < 100 && existsSync(folder); attempt += 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // A new file has appeared in the folder. The next attempt removes it.
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

function initialise(programs: Programs, dataDir: string, isDurable: boolean) {
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', `--locale=${locale}`]
  const sync = isDurable ? [] : ['--no-sync']
  run(programs, 'initdb', [...flags, ...sync, '--no-instructions', '-D', dataDir])
}

function copyCluster(programs: Programs, dataDir: string, of: PostgresServer) {
  // pg_basebackup is next to the real server binary. binDir may hold only links to the most used programs.
  const binDir = dirname(realpathSync(join(programs.binDir, 'postgres')))
  const at = ['--host=127.0.0.1', `--port=${of.port}`, '--username=postgres', '--no-password']
  const how = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
  run({ ...programs, binDir }, 'pg_basebackup', [...at, ...how, '-D', dataDir])
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

/** Starts the cluster on a free port. Tries another port if this one is taken in the meantime. */
async function listenOnFreePort(programs: Programs, dataDir: string, settings: Record<string, string>) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    try {
      return { port, child: await launch(programs, dataDir, { ...settings, port: String(port) }) }
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

/** Starts a killed cluster again. Retries until the old processes have released the shared memory. */
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

function launch({ binDir, account }: Programs, dataDir: string, settings: Record<string, string>) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binDir, 'postgres'), ['-D', dataDir, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...account,
  })
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>()
  let said = ''
  const deadline = setTimeout(() => {
    child.kill('SIGQUIT')
    reject(new Error(`PostgreSQL did not answer within ${startDeadlineMs / 1000} s: ${said}`))
  }, startDeadlineMs)
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}: ${said}`)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // Reads the output until the server ends, because a full pipe would block it.
    said = (said + text).slice(-4000)
    if (/database system is ready to accept (read-only )?connections/.test(said)) resolve(child)
  })
  return promise.finally(() => clearTimeout(deadline))
}

function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
