/**
 * Quarantine of uploaded files: a file that was uploaded while a scanner is configured is not served before it was found clean. Files
 * from the time without a scanner are served, and scanned later.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { FileScanner } from '../../ports/file-scanner.ts'
import type { FileStore } from '../../ports/files.ts'
import * as fileScans from '../uploads/write-file-scans.ts'
import { countFiles, findScanState } from './scanning.sql.ts'

/** `read` throws `fileBlocked` for an infected file, and `fileBeingScanned` for one that waits for the scanner. */
export function guardFiles(db: Queries, scanner: FileScanner | null, files: FileStore): FileStore {
  return {
    put: (key, content) => files.put(key, content),
    remove: (key) => files.remove(key),
    read: async (key) => {
      const state = (await findRow(db, findScanState, { key }))?.scan_state
      if (state === 'infected') throw new ApiError('fileBlocked')
      if (state === 'pending' && scanner !== null) throw new ApiError('fileBeingScanned')
      return files.read(key)
    },
  }
}

/** Marks waiting files as not scanned if no scanner is configured, because nothing would scan them. Returns how many. */
export async function releaseUnscannedFiles({ db, ports }: Context): Promise<number> {
  return ports.scanner === null ? fileScans.releaseAll(db) : 0
}

export async function countScannedFiles({ db }: Context) {
  return (await findRow(db, countFiles, {})) ?? { pending: 0, infected: 0, unscanned: 0 }
}

export async function isScannerReachable({ ports }: Context): Promise<boolean | null> {
  return ports.scanner?.isReachable() ?? null
}
