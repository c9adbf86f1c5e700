import { toCount, toFullName } from '../../../platform/database/sql-parts.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import { toRequestAnswer, toRequestInsert } from '../request-parts.sql.ts'
import type { DataRightsSql } from './data-rights.sql.generated.ts'

const sql = defineSql<
  DataRightsSql,
  {
    kind: 'access' | 'rectification' | 'erasure' | 'objection' | 'portability' | 'blocking'
    state: 'pendiente' | 'respondida'
  }
>('dataRights')

export const insertDataRequest = sql(
  'insert',
  `insert into data_requests ${toRequestInsert('data_requests', 'kind, message')}`,
)
export const answerDataRequest = sql('answer', `update data_requests set ${toRequestAnswer('answer')}`)
// The requests that a person made for patients they may still see, and those made for the person.
const own = `from data_requests q
   where (q.requester_id = :person_id and q.patient_id = any(:patient_ids::int[])) or q.patient_id = :person_id`
export const listDataRequests = sql(
  'list',
  `select q.id, q.kind, q.requester_id, q.message, q.state, q.answer, q.answered_at, q.created_at, q.due_at,
     q.extension_reason, ${toFullName('p')} as patient_full_name!
   from (select q.* ${own} order by q.created_at desc, q.id desc limit :limit_rows offset :offset_rows) q
     join people p on p.id = q.patient_id
   order by q.created_at desc, q.id desc`,
)
export const countDataRequests = sql('count', toCount(own))
export const findDataRequest = sql(
  'one',
  `select id, kind, requester_id, patient_id, message, state, created_at, due_at, extended_at, extension_reason
   from data_requests where id = :id`,
)
// Of two concurrent extensions, the second finds the request extended.
export const extendDataRequest = sql(
  'extend',
  `update data_requests set due_at = :due_at::timestamptz, extension_reason = :extension_reason,
   extended_by = :extended_by, extended_at = :now::timestamptz
   where id = :id and state = 'pendiente' and extended_at is null and kind <> 'blocking' and due_at > :now::timestamptz
   returning id`,
)
