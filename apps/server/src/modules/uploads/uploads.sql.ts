import type { Queries } from '../../platform/database/database.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { UploadsSql } from './uploads.sql.generated.ts'

const sql = defineSql<UploadsSql>('uploads')

const abandonedSql = sql('abandoned')`
  select key from unfinished_files where created_at < :before::timestamptz limit 200`

// Condition: the file is not known to be sealed with the current key, whose name is `sealed_with`.
const isNotSealed = '(sealed_with is null or sealed_with < :sealed_with or sealed_with > :sealed_with)'
export const unsealed = sql('unsealed')`
  select id, key from files where ${isNotSealed} and id > :after_id::int order by id limit :limit_rows::int`
export const isThere = sql('isStored')`select id from files where id = :id`
const countUnsealedSql = sql('countUnsealed')`select count(*)::int as count! from files where ${isNotSealed}`

export const countUnsealed = async (db: Queries, keyId: string) =>
  (await db.run(countUnsealedSql, { sealed_with: keyId }))[0]?.count ?? 0

export const abandoned = async (db: Queries, before: Date) =>
  (await db.run(abandonedSql, { before })).map(({ key }) => key)
