import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type { StreamedEntry } from '../../../ports/audit-stream.ts'

const position = statement<{ last_id: number }, { destination: string }>(
  'auditStream.position',
  'select last_id from audit_streams where destination = :destination',
)
// Only sealed entries are sent: no entry with a lower id can appear any more, so the order is that of the ids.
const next = statement<StreamedEntry, { after_id: number; limit_rows: number }>(
  'auditStream.next',
  `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor_id, actor_role, action,
     patient_id, object, outcome, host(ip) as ip, request_id, detail
   from audit_events
   where id > :after_id::bigint and id <= (select coalesce(max(last_id), 0) from audit_seals) order by id
     limit :limit_rows`,
)
const advance = statement<
  { last_id: number },
  { destination: string; last_id: number; previous_id: number; now: Date }
>(
  'auditStream.advance',
  `insert into audit_streams as s (destination, last_id, sent_at) values (:destination, :last_id, :now::timestamptz)
   on conflict (destination) do update set last_id = excluded.last_id, sent_at = excluded.sent_at
     where s.last_id = :previous_id::bigint
   returning last_id`,
)

export function createStreamStore(db: Database) {
  return {
    /** Returns the id of the last entry that this destination received. */
    position: async (destination: string) => (await db.run(position, { destination }))[0]?.last_id ?? 0,
    next: (after: number, most: number) => db.run(next, { after_id: after, limit_rows: most }),
    /** Stores the position of the destination; returns false if another server was first. */
    advance: async (destination: string, to: number, from: number, now: Date) =>
      (await db.run(advance, { destination, last_id: to, previous_id: from, now })).length > 0,
  }
}

export type StreamStore = ReturnType<typeof createStreamStore>
