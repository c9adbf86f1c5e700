/** The records of stored files, for every domain that stores, scans or deletes one. */
import type { FileRecordsStore } from './file-records.store.ts'
import type { FileScansStore } from './file-scans.store.ts'

export type { ClaimedFile } from './file-scans.store.ts'

type FileRecordsDependencies = { readonly store: FileRecordsStore; readonly scans: FileScansStore }

export function createFileRecordsService({ store, scans }: FileRecordsDependencies) {
  return {
    ...store,
    /** The scan states of files. */
    scans,
  }
}

export type FileRecordsService = ReturnType<typeof createFileRecordsService>
