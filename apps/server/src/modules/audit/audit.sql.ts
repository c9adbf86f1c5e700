import { exactTotal } from '@mi-portal/contract/calls/paging'
import { matchesWords } from '../../platform/database/search-words.ts'
import { orderRows, toFullName } from '../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { AuditSql } from './audit.sql.generated.ts'

const sql = defineSql<
  AuditSql,
  { outcome: 'done' | 'refused'; patients: readonly { readonly id: number; readonly name: string }[] }
>('audit')

export type AuditLogRow = Row<typeof listRows>

const wanted = `(:patient_ids?::int[] is null or e.patient_id = any(:patient_ids?::int[]))
    and (:actor_ids?::int[] is null or e.actor_id = any(:actor_ids?::int[]))
    and (:action?::text is null or e.action = :action?::text) and (:outcome?::text is null or e.outcome = :outcome?::text)
    and (:since?::timestamptz is null or e.at >= :since?::timestamptz)
    and (:before?::timestamptz is null or e.at < :before?::timestamptz)`
// Without this order the planner expects the entries of a period everywhere in the table, and reads all of it.
const latest = 'e.at desc, e.id desc'
const sorted = orderRows({ at: 'e.at' }, latest)
// The read of a list writes one row for each patient, at the same instant and with consecutive ids. Only the last one is counted and
// listed, unless a patient is searched for. The subquery is not joined, so each row costs one look into the index.
const isOfList = (
  row: string,
) => `${row}.at = e.at and ${row}.action = e.action and ${row}.request_id = e.request_id
    and ${row}.object is not distinct from e.object and ${row}.patient_id is not null`
const isLast = `(:patient_ids?::int[] is not null
    or coalesce((select false from audit_events l where l.id = e.id + 1 and ${isOfList('l')}), true))`
const columns = `e.id as id!, e.at as at!, e.actor_id, e.actor_role as actor_role!, nullif(${toFullName('a')}, '') as actor_name, e.action as action!,
     e.patient_id, nullif(${toFullName('p')}, '') as patient_name, e.object, e.outcome as outcome!, host(e.ip) as ip, e.detail`
const readFound = (condition: string, more = '') => `select ${columns}${more}
   from (select e.id from audit_events e where ${condition} ${sorted}
     limit :limit_rows::int offset :offset_rows::int) found
   join audit_events e on e.id = found.id
   left join people a on a.id = e.actor_id left join people p on p.id = e.patient_id ${sorted}`

export const countEntries = sql('count', { isReplanned: true })`
  select count(*)::int as count! from (select 1 from audit_events e where ${wanted} and ${isLast} order by ${latest} limit ${exactTotal + 1}) counted`
export const listEntries = sql('listed', { isReplanned: true })`${readFound(
  `${wanted} and ${isLast}`,
  `, case when :patient_ids?::int[] is null then coalesce((
       select jsonb_agg(jsonb_build_object('id', q.patient_id, 'name', coalesce(nullif(${toFullName('w')}, ''), '')) order by q.id)
       from audit_events q left join people w on w.id = q.patient_id
       where q.id between e.id - 500 and e.id - 1 and ${isOfList('q')}), '[]') else '[]' end as patients!`,
)}`
export const listRows = sql('page', { isReplanned: true })`${readFound(wanted)}`

export const listNamed = sql('named', { isReplanned: true })`
  select id from people where ${matchesWords('search')} limit :limit_rows::int`
