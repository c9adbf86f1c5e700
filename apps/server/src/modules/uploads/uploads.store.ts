import type { ScanState } from '@mi-portal/contract/desk-requests'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** The row of a stored file. */
export type FileRow = {
  readonly key: string
  readonly purpose: string
  readonly media_type: string
  readonly name: string
  readonly bytes: number
  readonly sha256: Uint8Array
  /** The key with which its bytes are encrypted; null if they are not. */
  readonly encrypted: string | null
  /** The scan state; null for a file that the portal created itself. */
  readonly scan_state: ScanState | null
}

const announce = statement<never, { key: string; now: Date }>(
  'uploads.announce',
  'insert into unfinished_files (key, created_at) values (:key, :now::timestamptz)',
)
const claim = statement<{ key: string }, { keys: readonly string[] }>(
  'uploads.claim',
  'delete from unfinished_files where key = any(:keys::text[]) returning key',
)
const insert = statement<{ id: number }, FileRow & { now: Date }>(
  'uploads.insert',
  `insert into files (key, purpose, media_type, bytes, sha256, name, created_at, encrypted, scan_state)
   values (:key, :purpose, :media_type, :bytes, :sha256, :name, :now::timestamptz, :encrypted, :scan_state) returning id`,
)
const abandoned = statement<{ key: string }, { before: Date }>(
  'uploads.abandoned',
  'select key from unfinished_files where created_at < :before::timestamptz limit 200',
)

/** A file that is not known to be sealed with the current key. */
type UnsealedFile = { readonly id: number; readonly key: string }

// Condition: the file is not known to be sealed with the current key, whose name is `sealed_with`.
const isNotSealed = '(sealed_with is null or sealed_with < :sealed_with or sealed_with > :sealed_with)'
const unsealed = statement<UnsealedFile, { sealed_with: string; after_id: number; limit_rows: number }>(
  'uploads.unsealed',
  `select id, key from files where ${isNotSealed} and id > :after_id::int order by id limit :limit_rows::int`,
)
const noteSealed = statement<{ id: number }, { id: number; sealed_with: string }>(
  'uploads.noteSealed',
  'update files set sealed_with = :sealed_with where id = :id returning id',
)
const stillThere = statement<{ id: number }, { id: number }>(
  'uploads.stillThere',
  'select id from files where id = :id',
)
const countUnsealed = statement<{ count: number }, { sealed_with: string }>(
  'uploads.countUnsealed',
  `select count(*)::int as count from files where ${isNotSealed}`,
)

export function uploadsStore(db: Database) {
  return {
    /** Records that bytes will be written under this key. */
    announce: async (key: string, now: Date) => {
      await db.run(announce, { key, now })
    },
    /** Inserts the file in the transaction of its owner; returns null if its bytes were abandoned in the meantime. */
    insert: async (tx: Queries, file: FileRow, now: Date) => {
      if ((await tx.run(claim, { keys: [file.key] })).length === 0) return null
      return (await tx.run(insert, { ...file, now }))[0]?.id ?? null
    },
    /** Returns those keys that no row owns. Waits for a transaction that is taking ownership. */
    disown: async (keys: readonly string[]) => (await db.run(claim, { keys })).map(({ key }) => key),
    unsealed: (keyId: string, after: number, limit: number) =>
      db.run(unsealed, { sealed_with: keyId, after_id: after, limit_rows: limit }),
    /** Stores the key with which a file is sealed; returns false if its row is gone. */
    noteSealed: async (id: number, keyId: string) =>
      (await db.run(noteSealed, { id, sealed_with: keyId })).length > 0,
    isThere: async (id: number) => (await db.run(stillThere, { id })).length > 0,
    countUnsealed: async (keyId: string) =>
      (await db.run(countUnsealed, { sealed_with: keyId }))[0]?.count ?? 0,
    abandoned: async (before: Date) => (await db.run(abandoned, { before })).map(({ key }) => key),
  }
}

export type UploadsStore = ReturnType<typeof uploadsStore>
