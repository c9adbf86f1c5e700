import { toFullName } from '../../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { ThreadsSql } from './threads.sql.generated.ts'

const sql = defineSql<ThreadsSql, { kind: 'request' | 'answer' | 'closing' | 'note' }>('threads')

export type StoredMessage = Row<typeof listMessages>

/** Creates the row of a conversation if it has none, and locks it: the messages of one conversation are stored one after the other. */
export const lockThread = sql('lock')`
  insert into request_threads (request_kind, request_id) values (:request_kind, :request_id)
  on conflict (request_kind, request_id) do update set request_id = excluded.request_id`
export const listMessages = sql('messages')`
  select m.id, m.kind, m.author_id, ${toFullName('p')} as author!, m.text, m.created_at
  from request_messages m join people p on p.id = m.author_id
  where m.request_kind = :request_kind and m.request_id = :request_id order by m.id`
export const insertMessage = sql('insertMessage')`
  insert into request_messages (request_kind, request_id, kind, author_id, text, created_at)
  values (:request_kind, :request_id, :kind, :author_id, :text, :now::timestamptz) returning id`
/** Notes a message of the patient. `due_at` is null if an earlier message still waits for its answer. */
export const noteAsked = sql('asked')`
  update request_threads set asked_at = :now::timestamptz, closed_at = null, due_at = coalesce(:due_at?::timestamptz, due_at)
  where request_kind = :request_kind and request_id = :request_id`
export const noteReplied = sql('replied')`
  update request_threads set replied_at = :now::timestamptz, closed_at = case when :closes::boolean then :now::timestamptz end
  where request_kind = :request_kind and request_id = :request_id`
export const reopenThread = sql('reopen')`
  update request_threads set closed_at = null, due_at = :due_at::timestamptz
  where request_kind = :request_kind and request_id = :request_id and closed_at is not null returning request_id`
export const assignThread = sql('assign')`
  insert into request_threads (request_kind, request_id, assignee_id) values (:request_kind, :request_id, :assignee_id?::int)
  on conflict (request_kind, request_id) do update set assignee_id = excluded.assignee_id`
export const markStaffRead = sql('staffRead')`
  insert into request_threads (request_kind, request_id, staff_read_at) values (:request_kind, :request_id, :now::timestamptz)
  on conflict (request_kind, request_id) do update set staff_read_at = excluded.staff_read_at`
