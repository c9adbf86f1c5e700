// What can be wrong with the folder of the embedded database, each with the one line that a person reads at start.

/** The server cannot start on this folder; `message` is the line to print. No table has been replaced or deleted. */
export class FolderError extends Error {}

/** Another process works on the folder. */
export class FolderHeldError extends FolderError {
  override name = 'FolderHeldError'

  constructor(folder: string, process: string | null) {
    super(
      `The data folder ${folder} is held by another running server${process ? ` (process ${process})` : ''}: stop it first, or give this one its own DATA_DIR.`,
    )
  }
}

/** The files of the database are incomplete, unreadable or of another version. */
export class FolderDamagedError extends FolderError {
  override name = 'FolderDamagedError'

  constructor(folder: string, reason: string) {
    super(
      `The database in ${folder} cannot be opened: ${reason}. It was not replaced: keep the folder and follow "Restore" in docs/operations/backups.md.`,
    )
  }
}

export class FolderFullError extends FolderError {
  override name = 'FolderFullError'

  constructor(folder: string) {
    super(`The disk of the database in ${folder} is full: free some space and start again. Nothing was lost.`)
  }
}

/** What was written could not be made safe on the disk. The process must end: only a new start knows what the disk holds. */
export class DiskFailedError extends Error {
  override name = 'DiskFailedError'
  readonly code = 'EIO'

  constructor(path: string, cause: unknown) {
    super(`${path} could not be written safely: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** PostgreSQL gave up while it was running; what it had acknowledged is on the disk. */
export class EngineStoppedError extends Error {
  override name = 'EngineStoppedError'

  constructor(reason: string | null) {
    super(`The database engine stopped: ${reason ?? 'no reason given'}`)
  }
}
