import type { Platform } from '../../platform/composition/module.ts'
import type { FileStore, SealedFileStore } from '../../ports/files.ts'
import { type FileRecordsService, fileRecordsService } from './file-records.service.ts'
import { fileRecordsStore } from './file-records.store.ts'
import { fileScansStore } from './file-scans.store.ts'
import { uploadsJobs } from './uploads.jobs.ts'
import { uploadsService } from './uploads.service.ts'
import { uploadsStore } from './uploads.store.ts'

/** Writes the records of stored files. `hasScanner`: received files are served only after a scan. */
export function fileRecordsModule({ db }: Pick<Platform, 'db'>, hasScanner: boolean) {
  const store = fileRecordsStore(db, hasScanner ? 'pending' : 'unscanned')
  return { fileRecords: fileRecordsService({ store, scans: fileScansStore(db) }) }
}

type UploadsModuleDependencies = {
  readonly files: FileStore
  readonly sealed: SealedFileStore
  readonly fileRecords: FileRecordsService
  /** Returns the free bytes for files and the database. */
  readonly freeSpace: () => Promise<number>
}

export function uploadsModule(
  { config, db, tries, clock }: Platform,
  dependencies: UploadsModuleDependencies,
) {
  const { freeSpaceMin } = config
  const uploads = uploadsService({ ...dependencies, store: uploadsStore(db), tries, clock, freeSpaceMin })
  return { uploads, jobs: uploadsJobs(uploads) }
}
