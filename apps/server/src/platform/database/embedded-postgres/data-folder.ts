import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findClosedFolder, findDatabaseUser } from './database-user.ts'
import { folderNotCreated } from './errors.ts'

export const databaseFolder = 'postgres'

/** The folder in which root's data folders are, if PostgreSQL's user may not enter the present folder. */
const foldersOfRoot = '/var/lib/mi-portal-root'

/**
 * Returns the data folder for a path that the operator did not choose. It is the path itself, unless the portal runs as root in a folder such
 * as /root, which PostgreSQL's user may not enter. A folder that has a database already remains the data folder.
 */
export function chooseDataFolder(path: string): string {
  const folder = resolve(path)
  const user = findDatabaseUser()
  if (user === undefined || existsSync(join(folder, databaseFolder))) return folder
  if (findClosedFolder(dirname(folder), user) === null) return folder
  return join(foldersOfRoot, folder.slice(1).replaceAll('/', '-'))
}

/**
 * Creates a folder that only its owner may enter, and the missing folders above it, which others may pass through.
 *
 * @throws {DataFolderError} when the folder cannot be created.
 */
export function createFolder(folder: string): void {
  try {
    createWithParents(folder, 0o700)
  } catch (error) {
    throw folderNotCreated(folder, error)
  }
}

// Not `mkdir` with `recursive`: below /proc that never ends.
function createWithParents(folder: string, mode: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  createWithParents(dirname(folder), 0o711)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another start created the folder meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
    throw error
  }
  // The umask of the process does not apply.
  chmodSync(folder, mode)
}
