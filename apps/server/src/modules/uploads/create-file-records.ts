/** Writes the records of stored files, and the keys of files that no record refers to. */
import type { ScanState } from '@mi-portal/contract/desk-requests'
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { FileRecords, NewFile } from '../../ports/file-records.ts'

const announce = statement<never, { key: string; now: Date }>(
  'files.announce',
  'insert into unfinished_files (key, created_at) values (:key, :now::timestamptz)',
)
const claim = statement<{ key: string }, { keys: readonly string[] }>(
  'files.claim',
  'delete from unfinished_files where key = any(:keys::text[]) returning key',
)
const insert = statement<
  { id: number },
  Omit<NewFile, 'isReceived'> & { scan_state: ScanState | null; now: Date }
>(
  'files.insert',
  `insert into files (key, purpose, media_type, bytes, sha256, name, created_at, encrypted, scan_state)
   values (:key, :purpose, :media_type, :bytes, :sha256, :name, :now::timestamptz, :encrypted, :scan_state) returning id`,
)
const setExpiry = statement<
  { id: number; sha256: Uint8Array },
  { ids: readonly number[]; delete_after: Date }
>(
  'files.setExpiry',
  'update files set delete_after = :delete_after::timestamptz where id = any(:ids::int[]) returning id, sha256',
)
// The same statement records the key, so that the bytes stay known until they are removed.
const remove = statement<{ key: string }, { id: number; now: Date }>(
  'files.remove',
  `with gone as (delete from files where id = :id returning key)
   insert into unfinished_files (key, created_at) select key, :now::timestamptz from gone returning key`,
)
const noteSealedSql = statement<{ id: number }, { id: number; sealed_with: string }>(
  'files.noteSealed',
  'update files set sealed_with = :sealed_with where id = :id returning id',
)

/** Creates the store. `firstScanState` is the scan state in which the record of a received file is written. */
export function createFileRecordsStore(db: Database, firstScanState: ScanState): FileRecords {
  return {
    announce: async (key, now, queries = db) => {
      await queries.run(announce, { key, now })
    },
    add: async (tx, { isReceived, ...file }, now) => {
      if ((await tx.run(claim, { keys: [file.key] })).length === 0) return null
      const scan_state = isReceived ? firstScanState : null
      return (await tx.run(insert, { ...file, scan_state, now }))[0]?.id ?? null
    },
    setExpiry: (queries, ids, at) => queries.run(setExpiry, { ids, delete_after: at }),
    remove: async (tx, id, now) => {
      await tx.run(remove, { id, now })
    },
  }
}

/** Returns those keys that no record has. Waits for a transaction that is adding a record. */
export async function disownKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  return (await db.run(claim, { keys })).map(({ key }) => key)
}

/** Stores the key with which a file is sealed. Returns false if its record is gone. */
export async function noteSealed(db: Database, id: number, keyId: string): Promise<boolean> {
  return (await db.run(noteSealedSql, { id, sealed_with: keyId })).length > 0
}
