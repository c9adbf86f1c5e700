import type { Platform } from '../../platform/composition/module.ts'
import type { FileScanner } from '../../ports/file-scanner.ts'
import type { FileStore, SealedFileStore } from '../../ports/files.ts'
import { createFileRecordsService, type FileRecordsService } from './file-records.service.ts'
import { createFileRecordsStore } from './file-records.store.ts'
import { createFileScansStore } from './file-scans.store.ts'
import { createUploadsJobs } from './uploads.jobs.ts'
import { createUploadsService } from './uploads.service.ts'
import { createUploadsStore } from './uploads.store.ts'

/** Writes the records of stored files. With a scanner, received files are served only after a scan. */
export function createFileRecordsModule(
  { db }: Pick<Platform, 'db'>,
  { scanner }: { readonly scanner: FileScanner | null },
) {
  const store = createFileRecordsStore(db, scanner === null ? 'unscanned' : 'pending')
  return { fileRecords: createFileRecordsService({ store, scans: createFileScansStore(db) }) }
}

type UploadsModuleDependencies = {
  readonly files: FileStore
  readonly sealed: SealedFileStore
  readonly fileRecords: FileRecordsService
  /** Returns the free bytes for files and the database. */
  readonly freeSpace: () => Promise<number>
}

export function createUploadsModule(
  { config, db, rateLimiter, clock }: Platform,
  dependencies: UploadsModuleDependencies,
) {
  const { freeSpaceMin } = config
  const uploads = createUploadsService({
    ...dependencies,
    store: createUploadsStore(db),
    rateLimiter,
    clock,
    freeSpaceMin,
  })
  return { uploads, jobs: createUploadsJobs(uploads) }
}
