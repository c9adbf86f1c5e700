import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

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
const isStored = statement<{ id: number }, { id: number }>(
  'uploads.isStored',
  'select id from files where id = :id',
)
const countUnsealed = statement<{ count: number }, { sealed_with: string }>(
  'uploads.countUnsealed',
  `select count(*)::int as count from files where ${isNotSealed}`,
)

export function createUploadsStore(db: Database) {
  return {
    unsealed: (keyId: string, after: number, limit: number) =>
      db.run(unsealed, { sealed_with: keyId, after_id: after, limit_rows: limit }),
    isThere: async (id: number) => (await db.run(isStored, { id })).length > 0,
    countUnsealed: async (keyId: string) =>
      (await db.run(countUnsealed, { sealed_with: keyId }))[0]?.count ?? 0,
    abandoned: async (before: Date) => (await db.run(abandoned, { before })).map(({ key }) => key),
  }
}

export type UploadsStore = ReturnType<typeof createUploadsStore>
