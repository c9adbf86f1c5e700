import type { Platform } from '../../platform/composition/module.ts'
import type { FileScanner } from '../../ports/file-scanner.ts'
import type { FileStore, SealedFileStore } from '../../ports/files.ts'
import type { FileRecordsStore } from './file-records.store.ts'
import { createFileRecordsStore } from './file-records.store.ts'
import { createUploadsJobs } from './uploads.jobs.ts'
import { createUploadsService } from './uploads.service.ts'

/** Writes the records of stored files. With a scanner, received files are served only after a scan. */
export function createFileRecordsModule(
  { db }: Pick<Platform, 'db'>,
  { scanner }: { readonly scanner: FileScanner | null },
) {
  return { fileRecords: createFileRecordsStore(db, scanner === null ? 'unscanned' : 'pending') }
}

type UploadsModuleDependencies = {
  readonly files: FileStore
  readonly sealed: SealedFileStore
  readonly fileRecords: FileRecordsStore
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
    db,
    rateLimiter,
    clock,
    freeSpaceMin,
  })
  return { uploads, jobs: createUploadsJobs(uploads) }
}
