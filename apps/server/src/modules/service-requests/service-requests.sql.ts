import type { Matter } from '@mi-portal/contract/desk'
import { toCount, toFullName } from '../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { ServiceRequestsSql } from './service-requests.sql.generated.ts'

const sql = defineSql<
  ServiceRequestsSql,
  {
    side: 'request' | 'answer'
    scan_state: 'pending' | 'clean' | 'infected' | 'unscanned'
    matter: Matter
    state: 'pendiente' | 'respondida'
  }
>('requests')

export type RequestFile = Row<typeof listFiles>

export type OwnedFile = Row<typeof findFile>

/** A request as the inbox lists it. */
export type InboxRow = Row<typeof findRequest>

export const attachFile = sql(
  'attach',
  `insert into request_files (file_id, request_kind, request_id, side)
   values (:file_id, :request_kind, :request_id, :side)`,
)
export const listFiles = sql(
  'files',
  `select r.request_id, r.side, f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state! from request_files r join files f on f.id = r.file_id
   where r.request_kind = :request_kind and r.request_id = any(:request_ids::int[]) order by f.id`,
)
/** The kind of request that owns the files and the answer of a row of the view. */
const kindOfMatter = `case q.matter when 'documents' then 'document' when 'budgets' then 'budget'
  when 'privacy' then 'privacy' else 'contact' end`
const ownedFile = `f.key, f.name, f.media_type, q.matter as matter!, q.id as request_id!, q.requester_id as requester_id!,
  q.patient_id as patient_id!, q.site_id`
export const findFile = sql(
  'file',
  `select ${ownedFile} from request_files r join files f on f.id = r.file_id
     join desk_requests q on q.id = r.request_id and r.request_kind = ${kindOfMatter}
   where r.file_id = :file_id`,
)
// The medical order of the appointment that an entry of the imaging inbox is about.
const orderOfEntry = `from contacts c join appointment_orders o on o.appointment_id = c.appointment_id
     join files f on f.id = o.file_id`
export const listOrders = sql(
  'orders',
  `select f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state! ${orderOfEntry} where c.id = :contact_id`,
)
export const findOrder = sql(
  'order',
  `select ${ownedFile} ${orderOfEntry} join desk_requests q on q.id = c.id and q.matter = 'imaging' where o.file_id = :file_id`,
)
export const listAskedPatients = sql(
  'askedPatients',
  'select distinct patient_id as patient_id! from desk_requests where requester_id = :requester_id and matter = any(:matters::text[])',
)

export const listUnreadAnswers = sql(
  'unreadAnswers',
  `select q.matter as matter!, q.id as id!, q.subject as subject!, q.patient_id as patient_id!, p.first_name, q.answered_at as answered_at!
   from desk_requests q join people p on p.id = q.patient_id
   where q.requester_id = :person_id and q.patient_id = any(:patient_ids::int[]) and q.state = 'respondida'
     and q.answered_at is not null and q.answered_at > :since::timestamptz
     and not exists (select from read_answers r
       where r.person_id = :person_id and r.kind = ${kindOfMatter} and r.request_id = q.id)
   order by q.answered_at desc, q.id desc limit 50`,
  { isFrequent: true },
)
export const insertReadAnswers = sql(
  'markRead',
  `insert into read_answers (person_id, kind, request_id, read_at)
   select :person_id::int, :request_kind, unnest(:request_ids::int[]), :now::timestamptz
   on conflict (person_id, kind, request_id) do nothing`,
)
export const deleteReadAnswers = sql('forgetRead', 'delete from read_answers where person_id = :person_id')

const inboxRow = `q.matter as matter!, q.id as id!, q.subject as subject!, q.requester_id as requester_id!, q.patient_id as patient_id!,
  ${toFullName('p')} as patient_full_name!, q.state as state!, q.answer, q.answered_at, q.answered_by, q.created_at as created_at!,
  q.due_at as due_at!, q.site_id`
// A request without a site is for the staff of every site.
const isAtSites = '(:sites?::int[] is null or q.site_id is null or q.site_id = any(:sites?::int[]))'
const inInbox = `from desk_requests q join people p on p.id = q.patient_id
   where q.matter = :matter and q.state = :state and ${isAtSites}
     and (:late_at?::timestamptz is null or q.due_at <= :late_at?::timestamptz)`
const inboxPage = (name: 'openPage' | 'answeredPage', order: string) =>
  sql(name, `select ${inboxRow} ${inInbox} order by ${order} limit :limit_rows offset :offset_rows`)
/** Open requests with the earliest deadline come first; answered ones latest first. */
export const listInbox = {
  pendiente: inboxPage('openPage', 'q.due_at, q.created_at, q.id'),
  respondida: inboxPage('answeredPage', 'q.answered_at desc, q.id desc'),
}
export const countInbox = sql('countInbox', toCount(inInbox))
export const countPending = sql(
  'pending',
  `select matter as matter!, count(*)::int as count! from desk_requests q where state = 'pendiente' and ${isAtSites}
   group by matter`,
)
export const findRequest = sql(
  'one',
  `select ${inboxRow} from desk_requests q join people p on p.id = q.patient_id where q.matter = :matter and q.id = :id`,
)
