import type { Platform } from '../../platform/composition/module.ts'
import { fileRecordsService } from './file-records.service.ts'
import { fileRecordsStore } from './file-records.store.ts'
import { fileScansStore } from './file-scans.store.ts'

/** Writes the records of stored files. `hasScanner`: received files are served only after a scan. */
export function fileRecordsModule({ db }: Pick<Platform, 'db'>, hasScanner: boolean) {
  const store = fileRecordsStore(db, hasScanner ? 'pending' : 'unscanned')
  return { fileRecords: fileRecordsService({ store, scans: fileScansStore(db) }) }
}
