import type { ScanState } from '@mi-portal/contract/service-requests/service-requests'
import type { Database } from '../../platform/database/database.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import { announceKey, claimKeys, insertFile, removeFile, setExpiry } from './file-records.sql.ts'

export function createFileRecords(db: Database, firstScanState: ScanState): FileRecords {
  return {
    announce: async (key, now, queries = db) => {
      await queries.run(announceKey, { key, now })
    },
    add: async (tx, { isReceived, ...file }, now) => {
      if ((await tx.run(claimKeys, { keys: [file.key] })).length === 0) return null
      const scan_state = isReceived ? firstScanState : null
      return (await tx.run(insertFile, { ...file, scan_state, now }))[0]?.id ?? null
    },
    setExpiry: (queries, ids, at) => queries.run(setExpiry, { ids, delete_after: at }),
    remove: async (tx, id, now) => {
      await tx.run(removeFile, { id, now })
    },
  }
}
