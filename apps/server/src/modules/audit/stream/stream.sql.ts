import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { StreamSql } from './stream.sql.generated.ts'

const sql = defineSql<StreamSql>('auditStream')

const positionSql = sql('position', 'select last_id from audit_streams where destination = :destination')
// Only sealed entries are sent: no entry with a lower id can appear any more, so the order is that of the ids.
const nextSql = sql(
  'next',
  `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at!, actor_id, actor_role, action,
     patient_id, object, outcome, host(ip) as ip, request_id, detail as detail!
   from audit_events
   where id > :after_id::bigint and id <= (select coalesce(max(last_id), 0) from audit_seals) order by id
     limit :limit_rows`,
)
const advanceSql = sql(
  'advance',
  `insert into audit_streams as s (destination, last_id, sent_at) values (:destination, :last_id, :now::timestamptz)
   on conflict (destination) do update set last_id = excluded.last_id, sent_at = excluded.sent_at
     where s.last_id = :previous_id::bigint
   returning last_id`,
)

/** Returns the id of the last entry that this destination received. */
export const position = async (db: Queries, destination: string) =>
  (await db.run(positionSql, { destination }))[0]?.last_id ?? 0

export const next = (db: Queries, after: number, most: number) =>
  db.run(nextSql, { after_id: after, limit_rows: most })

/** Stores the position of the destination; returns false if another server was first. */
export const advance = async (db: Queries, destination: string, to: number, from: number, now: Date) =>
  (await db.run(advanceSql, { destination, last_id: to, previous_id: from, now })).length > 0
