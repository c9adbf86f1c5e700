/** The records of stored files. A file gets its record in the transaction of the row that refers to it. */
import type { Queries } from '../platform/database/database.ts'

export type NewFile = {
  readonly key: string
  readonly purpose: string
  readonly media_type: string
  readonly name: string
  readonly bytes: number
  readonly sha256: Uint8Array
  readonly encrypted: string | null
  /** Whether the file was sent to the portal, so that it is scanned. False for a file that the portal created. */
  readonly isReceived: boolean
}

export type FileRecords = {
  /** Announces bytes, which a job deletes if no row refers to them later. `queries`: the database with other limits. */
  readonly announce: (key: string, now: Date, queries?: Queries) => Promise<void>
  /** Adds the record of an announced file and returns its id. Null if the bytes were deleted in the meantime. */
  readonly add: (tx: Queries, file: NewFile, now: Date) => Promise<number | null>
  /** Sets the time from which files are no longer served and are deleted. Returns the files that exist. */
  readonly setExpiry: (
    queries: Queries,
    ids: readonly number[],
    at: Date,
  ) => Promise<readonly { readonly id: number; readonly sha256: Uint8Array }[]>
  /** Removes a record. Its bytes are then without a record and have to be removed. */
  readonly remove: (tx: Queries, id: number, now: Date) => Promise<void>
}
