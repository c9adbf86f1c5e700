import { defineSql } from '../../platform/database/statement.ts'
import type { FileScansSql } from './file-scans.sql.generated.ts'

const sql = defineSql<FileScansSql>('fileScans')

export const claimSql = sql('claim')`
  update files set scan_after = :claimed_until::timestamptz
  where id = (
    select id from files
    where scan_state = :scan_state and (scan_after is null or scan_after <= :now::timestamptz)
      and (delete_after is null or delete_after > :now::timestamptz)
    order by id limit 1 for update skip locked)
  returning id, key, purpose, encrypted, scan_attempts`
export const releaseSql = sql('release')`update files set scan_after = null where id = :id`
export const judgeSql = sql('judge')`
  update files set scan_state = :scan_state, scan_detail = :scan_detail?, scanned_at = :now::timestamptz, scan_after = null
  where id = :id and scan_state in ('pending', 'unscanned') returning id`
export const postponeSql = sql('postpone')`
  update files set scan_attempts = scan_attempts + 1, scan_detail = :scan_detail, scan_after = :scan_after::timestamptz
  where id = :id and scan_state in ('pending', 'unscanned')`
export const releaseAllSql = sql('releaseAll')`
  update files set scan_state = 'unscanned', scan_after = null where scan_state = 'pending' returning id`
