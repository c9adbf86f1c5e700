import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** What the database keeps of a file of the store. */
export type FileRow = {
  readonly key: string
  readonly purpose: string
  readonly media_type: string
  readonly name: string
  readonly bytes: number
  readonly sha256: Uint8Array
  /** With what its bytes are encrypted; null where they lie open. */
  readonly encrypted: string | null
}

const announce = statement<never>(
  'uploads.announce',
  'insert into unfinished_files (key, created_at) values ($1, $2::timestamptz)',
)
const claim = statement<{ key: string }>(
  'uploads.claim',
  'delete from unfinished_files where key = any($1::text[]) returning key',
)
const insert = statement<{ id: number }>(
  'uploads.insert',
  `insert into files (key, purpose, media_type, bytes, sha256, name, created_at, encrypted)
   values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8) returning id`,
)
const abandoned = statement<{ key: string }>(
  'uploads.abandoned',
  'select key from unfinished_files where created_at < $1::timestamptz limit 200',
)

export function uploadsStore(db: Database) {
  return {
    /** Says that bytes are about to lie under this key. */
    announce: async (key: string, now: Date) => {
      await db.run(announce, [key, now])
    },
    /** In the transaction that stores what the file belongs to; null when its bytes were given up in the meantime. */
    insert: async (tx: Queries, file: FileRow, now: Date) => {
      if ((await tx.run(claim, [[file.key]])).length === 0) return null
      const { key, purpose, media_type, bytes, sha256, name, encrypted } = file
      return (
        (await tx.run(insert, [key, purpose, media_type, bytes, sha256, name, now, encrypted]))[0]?.id ?? null
      )
    },
    /** Of these keys those that no row came to own; waits for a transaction that is just about to. */
    disown: async (keys: readonly string[]) => (await db.run(claim, [keys])).map(({ key }) => key),
    abandoned: async (before: Date) => (await db.run(abandoned, [before])).map(({ key }) => key),
  }
}

export type UploadsStore = ReturnType<typeof uploadsStore>
