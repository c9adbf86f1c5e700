import { defineSql } from '../../platform/database/statement.ts'
import type { FileRecordsSql } from './file-records.sql.generated.ts'

const sql = defineSql<FileRecordsSql>('files')

export const announceKey = sql('announce')`
  insert into unfinished_files (key, created_at) values (:key, :now::timestamptz)`

export const claimKeys = sql('claim')`
  delete from unfinished_files where key = any(:keys::text[]) returning key`

export const insertFile = sql('insert')`
  insert into files (key, purpose, media_type, bytes, sha256, name, created_at, encrypted, scan_state)
  values (:key, :purpose, :media_type, :bytes, :sha256, :name, :now::timestamptz, :encrypted?, :scan_state?) returning id`

export const setExpiry = sql('setExpiry')`
  update files set delete_after = :delete_after::timestamptz where id = any(:ids::int[]) returning id, sha256`

// The same statement records the key, so that the bytes stay known until they are removed.
export const removeFile = sql('remove')`
  with gone as (delete from files where id = :id returning key)
  insert into unfinished_files (key, created_at) select key, :now::timestamptz from gone returning key`

export const markSealed = sql('noteSealed')`
  update files set sealed_with = :sealed_with where id = :id returning id`
