import { exactTotal, type Page, type Paged } from '@mi-portal/contract/calls/paging'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { ProfileSql } from './profile.sql.generated.ts'

const sql = defineSql<ProfileSql, { outcome: 'done' | 'refused'; claim_state: 'pendiente' | 'respondida' }>(
  'profile',
)

export type AuditLogRow = Row<typeof pageAuditLog>

/** What was done with the patient's data, and all sign-ins. `end` limits each half to what the page reaches. */
const auditLogSql = (end: string) => {
  const period = `(:since?::timestamptz is null or e.at >= :since?::timestamptz)
    and (:before?::timestamptz is null or e.at < :before?::timestamptz)`
  const columns = 'e.id, e.at, e.actor_id, e.actor_role, e.action, e.outcome, e.ip, e.detail'
  return `from (
     (select ${columns} from audit_events e
      where e.patient_id = :person_id and e.outcome = 'done' and ${period}
        and not (:others_only::boolean and e.actor_id is not distinct from :person_id)
      ${end})
     union all
     (select ${columns} from audit_events e
      where e.actor_id = :person_id and e.action = 'session.open' and e.patient_id is null and ${period}
        and not (:others_only::boolean and e.outcome = 'done')
      ${end})
   ) e`
}
const countAuditLog = sql('countTrail')`
  select count(*)::int as count! from (select 1 ${auditLogSql(`limit ${exactTotal + 1}`)} limit ${exactTotal + 1}) counted`
const pageAuditLog = sql('pageTrail')`
  select e.id as id!, e.at as at!, e.actor_id, e.actor_role as actor_role!, e.action as action!, e.outcome as outcome!, host(e.ip) as ip, e.detail as detail!, a.first_name, a.last_name,
    a.second_name, c.id as claim_id, c.created_at as claimed_at, c.due_at as claim_due_at, c.state as claim_state, c.answer,
    c.answered_at
  from (
    select e.* ${auditLogSql('order by e.at desc, e.id desc limit :limit_rows::int + :offset_rows::int')}
    order by e.at desc, e.id desc limit :limit_rows::int offset :offset_rows::int) e
  left join people a on a.id = e.actor_id
  left join lateral (
    select q.* from data_requests q where q.audit_event_id = e.id and q.patient_id = :person_id order by q.id desc limit 1
  ) c on true
  order by e.at desc, e.id desc`

type AuditLogPeriod = {
  readonly from: Date | null
  readonly before: Date | null
  readonly others: boolean
}

export const auditLog = async (
  db: Queries,
  personId: number,
  { from, before, others }: AuditLogPeriod,
  page: Page,
): Promise<Paged<AuditLogRow>> => {
  const asked = { person_id: personId, since: from, before, others_only: others }
  const [counted] = await db.run(countAuditLog, asked)
  const rows = await db.run(pageAuditLog, {
    ...asked,
    limit_rows: page.limit,
    offset_rows: (page.page - 1) * page.limit,
  })
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}
