import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { orderRows, toCount, toSorted } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { OverviewSql } from './overview.sql.generated.ts'

const sql = defineSql<OverviewSql, { matter: Matter; state: 'parked' | 'expired' }>('overview')

export const now = sql('now')`
  select (select count(*)::int from people where status = 3) as waiting!,
  (select count(*)::int from people
   where status = 3 and pending_due_at <= :now::timestamptz) as late!,
  (select count(*)::int from pending_confirmations c where is_waiting(c) and not has_ended_object(c)) as confirmations!,
  (select count(*)::int from survey_answers) as survey!`

export const requests = sql('requests')`
  select matter as matter!, count(*)::int as waiting!,
    (count(*) filter (where due_at <= :now::timestamptz))::int as late!
  from desk_requests where state = 'pendiente'
    and (:sites?::int[] is null or site_id is null or site_id = any(:sites?::int[]))
    and claimed_person_id is distinct from :reader_id::int
  group by matter`

const mailsBetween = (from: string, before: string) =>
  `from outbox o where o.state in ('parked', 'expired') and o.created_at >= ${from}::timestamptz
   and o.created_at < ${before}::timestamptz`
const signInsBetween = (from: string, before: string) =>
  `from audit_events e where e.action = 'session.open' and e.outcome = 'refused'
  and e.at >= ${from}::timestamptz and e.at < ${before}::timestamptz`
const mailsOfPeriod = mailsBetween(':from', ':before')
const signInsOfPeriod = signInsBetween(':from', ':before')

export const days = sql('days')`
  select
    (select count(*)::int from appointments a
     where a.state = 'booked' and (:sites?::int[] is null or a.office_id = any(:sites?::int[]))
       and a.starts_at >= d.starts::timestamptz and a.starts_at < d.ends::timestamptz) as hours!,
    (select count(*)::int from people p where p.date_creation >= d.starts and p.date_creation < d.ends) as accounts!,
    (select count(*)::int ${mailsBetween('d.starts', 'd.ends')}) as mails_failed!,
    (select count(*)::int ${signInsBetween('d.starts', 'd.ends')}) as sign_ins_failed!
  from unnest(:starts::timestamptz[], :ends::timestamptz[]) with ordinality as d (starts, ends, place) order by d.place`

const personName = `concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, ''))`

export const countMails = sql('countMails')`${toCount(mailsOfPeriod)}`
const mailOrder = orderRows(
  {
    subject: toSorted('o.subject'),
    recipient: toSorted('o.recipient'),
    at: 'o.created_at',
    state: 'o.state',
    attempts: 'o.attempts',
  },
  'o.created_at desc, o.id desc',
)
export const mails = sql('mails', { isReplanned: true })`
  select o.id, o.created_at, o.subject, o.recipient, o.state, o.attempts, o.last_error, p.id as person_id,
    case when p.id is null then null else ${personName} end as full_name, p.phone
  from (select o.* ${mailsOfPeriod}
    ${mailOrder} limit :limit_rows::int offset :offset_rows::int) o
  left join people p on p.id = o.person_id ${mailOrder}`

export const countSignIns = sql('countSignIns')`${toCount(signInsOfPeriod)}`
const signInOrder = orderRows({ at: 'e.at' }, 'e.at desc, e.id desc')
export const signIns = sql('signIns', { isReplanned: true })`
  select e.id, e.at, e.actor_id, e.actor_role, case when p.id is null then null else ${personName} end as who, e.detail
  from (select e.* ${signInsOfPeriod} ${signInOrder} limit :limit_rows::int offset :offset_rows::int) e
  left join people p on p.id = e.actor_id ${signInOrder}`

export const countAnswers = sql('countAnswers')`${toCount('from survey_answers')}`
export const answers = sql('answers', { isReplanned: true })`
  select id, created_at, suggestion, comment from survey_answers
  ${orderRows({ at: 'created_at' }, 'created_at desc, id desc')} limit :limit_rows::int offset :offset_rows::int`
