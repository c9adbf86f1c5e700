import type { DataRequestKind } from '@mi-portal/contract/service-requests/data-rights'
import { toCount, toFullName } from '../../../platform/database/sql-parts.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import { toRequestAnswer, toRequestInsert } from '../request-parts.sql.ts'
import type { DataRightsSql } from './data-rights.sql.generated.ts'

const sql = defineSql<
  DataRightsSql,
  {
    kind: DataRequestKind
    state: 'pendiente' | 'respondida'
  }
>('dataRights')

export const insertDataRequest = sql('insert')`
  insert into data_requests ${toRequestInsert('data_requests', 'kind, message, audit_event_id, claimed_person_id')}`
export const answerDataRequest = sql('answer')`update data_requests set ${toRequestAnswer('answer')}`
// The requests that a person made for patients they may still see, and those made for the person.
const own = `from data_requests q
   where (q.requester_id = :person_id and q.patient_id = any(:patient_ids::int[])) or q.patient_id = :person_id`
export const listDataRequests = sql('list')`
  select q.id, q.kind, q.requester_id, q.message, q.state, q.answer, q.answered_at, q.created_at, q.due_at,
    q.extension_reason, ${toFullName('p')} as patient_full_name!
  from (select q.* ${own} order by q.created_at desc, q.id desc limit :limit_rows offset :offset_rows) q
    join people p on p.id = q.patient_id
  order by q.created_at desc, q.id desc`
export const countDataRequests = sql('count')`${toCount(own)}`
export const findDataRequest = sql('one')`
  select q.id, q.kind, q.requester_id, q.patient_id, q.message, q.state, q.created_at, q.due_at, q.extended_at, q.extension_reason,
    e.at as accessed_at, e.action, e.actor_role, ${toFullName('a')} as actor_full_name
  from data_requests q left join audit_events e on e.id = q.audit_event_id left join people a on a.id = e.actor_id
  where q.id = :id`
/** Finds an access that «Quién vio mis datos» shows to its patient; sign-ins are not accesses. */
export const findAccess = sql('access')`
  select actor_id from audit_events where id = :id::bigint and patient_id = :patient_id and outcome = 'done'`
// Of two concurrent extensions, the second finds the request extended.
export const extendDataRequest = sql('extend')`
  update data_requests set due_at = :due_at::timestamptz, extension_reason = :extension_reason,
  extended_by = :extended_by, extended_at = :now::timestamptz
  where id = :id and state = 'pendiente' and extended_at is null and kind <> 'blocking' and due_at > :now::timestamptz
  returning id`
