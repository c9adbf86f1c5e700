import { defineSql } from '../../../platform/database/statement.ts'
import type { StreamSql } from './stream.sql.generated.ts'

const sql = defineSql<StreamSql>('auditStream')

export const findPosition = sql('position')`
  select last_id from audit_streams where destination = :destination`
// Only sealed entries are sent: no entry with a lower id can appear any more, so the order is that of the ids.
export const listNext = sql('next')`
  select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at!, actor_id, actor_role, action,
    patient_id, object, outcome, host(ip) as ip, request_id, detail as detail!
  from audit_events
  where id > :after_id::bigint and id <= (select coalesce(max(last_id), 0) from audit_seals) order by id
    limit :limit_rows`
export const advancePosition = sql('advance')`
  insert into audit_streams as s (destination, last_id, sent_at) values (:destination, :last_id, :now::timestamptz)
  on conflict (destination) do update set last_id = excluded.last_id, sent_at = excluded.sent_at
    where s.last_id = :previous_id::bigint
  returning last_id`
