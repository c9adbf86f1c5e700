/**
 * The user of the operating system under which PostgreSQL runs when the portal runs as root, because PostgreSQL rejects root. Its
 * programs and its data must be in folders which that user may enter.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export type SystemUser = { readonly name: string; readonly uid: number; readonly gid: number }

/**
 * Returns the user `postgres`, or `nobody` if `postgres` does not exist. Returns undefined if this process is not root.
 *
 * @throws {Error} when this process is root and neither user exists: `initdb` needs a user with a name.
 */
export function findDatabaseUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { name, uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error('PostgreSQL does not run as root, and this system has neither a user postgres nor nobody')
}

export function canReach(path: string, { uid, gid }: SystemUser): boolean {
  return spawnSync('test', ['-x', path], { stdio: 'ignore', cwd: '/', uid, gid }).status === 0
}

export function findClosedFolder(path: string, user: SystemUser): string | null {
  const absolute = resolve(path)
  const folders = absolute === '/' ? ['/'] : [...listParents(absolute), absolute].filter(existsSync)
  const last = folders.at(-1)
  if (last === undefined || canReach(last, user)) return null
  return folders.find((folder) => !canReach(folder, user)) ?? last
}

function listParents(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [...listParents(parent), parent]
}
