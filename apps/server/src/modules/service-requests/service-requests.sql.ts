import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { orderRows, toCount, toFullName, toSorted } from '../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { ServiceRequestsSql } from './service-requests.sql.generated.ts'

const sql = defineSql<
  ServiceRequestsSql,
  {
    side: 'request' | 'answer'
    scan_state: 'pending' | 'clean' | 'infected' | 'unscanned'
    matter: Matter
    state: 'pendiente' | 'respondida'
    rol: 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE'
    assignee: { readonly id: number; readonly full_name: string }
  }
>('requests')

export type RequestFile = Row<typeof listFiles>

export type OwnedFile = Row<typeof findFile>

export type ListedRequest = Row<typeof findInboxPage>
export type InboxRow = Row<typeof findRequest>

export const attachFile = sql('attach')`
  insert into request_files (file_id, request_kind, request_id, side, message_id)
  values (:file_id, :request_kind, :request_id, :side, :message_id?::int)`
export const listFiles = sql('files')`
  select r.request_id, r.side, r.message_id, f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state! from request_files r join files f on f.id = r.file_id
  where r.request_kind = :request_kind and r.request_id = any(:request_ids::int[]) order by f.id`
const ownedFile = `f.key, f.name, f.media_type, q.matter as matter!, q.id as request_id!, q.requester_id as requester_id!,
  q.patient_id as patient_id!, q.site_id, q.claimed_person_id`
export const findFile = sql('file')`
  select ${ownedFile} from request_files r join files f on f.id = r.file_id
    join desk_requests q on q.id = r.request_id and r.request_kind = q.kind
  where r.file_id = :file_id`
// The medical order of the appointment that an entry of the imaging inbox is about.
const orderOfEntry = `from contacts c join appointment_orders o on o.appointment_id = c.appointment_id
     join files f on f.id = o.file_id`
export const listOrders = sql('orders')`
  select f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state! ${orderOfEntry} where c.id = :contact_id`
export const findOrder = sql('order')`
  select ${ownedFile} ${orderOfEntry} join desk_requests q on q.id = c.id and q.matter = 'imaging' where o.file_id = :file_id`
export const listAskedPatients = sql('askedPatients')`
  select distinct patient_id as patient_id! from desk_requests where requester_id = :requester_id and matter = any(:matters::text[])`

export const listUnreadAnswers = sql('unreadAnswers', { isFrequent: true })`
  select q.matter as matter!, q.id as id!, q.subject as subject!, q.patient_id as patient_id!, p.first_name, q.replied_at as answered_at!
  from desk_requests q join people p on p.id = q.patient_id
  where q.requester_id = :person_id and q.patient_id = any(:patient_ids::int[])
    and q.replied_at > :since::timestamptz
    and not exists (select from read_answers r
      where r.person_id = :person_id and r.kind = q.kind and r.request_id = q.id and r.read_at >= q.replied_at)
  order by q.replied_at desc, q.id desc limit 50`
export const insertReadAnswers = sql('markRead')`
  insert into read_answers (person_id, kind, request_id, read_at)
  select :person_id::int, :request_kind, unnest(:request_ids::int[]), :now::timestamptz
  on conflict (person_id, kind, request_id) do update set read_at = excluded.read_at`
export const deleteReadAnswers = sql('forgetRead')`delete from read_answers where person_id = :person_id`

const inboxRow = `q.matter as matter!, q.id as id!, q.kind as kind!, q.subject as subject!, q.requester_id as requester_id!,
  q.patient_id as patient_id!, ${toFullName('p')} as patient_full_name!, q.state as state!, q.answer, q.answered_at, q.answered_by,
  q.replied_at, q.created_at as created_at!, q.due_at as due_at!, q.closed_at, q.staff_read_at, q.site_id, q.claimed_person_id,
  q.asked_at > coalesce(q.staff_read_at, q.answered_at, '-infinity') as is_unread!,
  (select json_build_object('id', a.id, 'full_name', ${toFullName('a')}) from people a where a.id = q.assignee_id) as assignee`
// A request without a site is for the staff of every site. A claim is not for the person whose access it is about.
const isForReader = `(:sites?::int[] is null or q.site_id is null or q.site_id = any(:sites?::int[]))
     and q.claimed_person_id is distinct from :reader_id::int`
const inInbox = `from desk_requests q join people p on p.id = q.patient_id
   where q.matter = :matter and q.state = :state and ${isForReader}
     and (:late_at?::timestamptz is null or q.due_at <= :late_at?::timestamptz)
     and (:assignee_id?::int is null or q.assignee_id = :assignee_id?::int)`
const sortRequests = (usual: string) =>
  orderRows(
    {
      subject: toSorted('q.subject'),
      patient_full_name: toSorted(toFullName('p')),
      created_at: 'q.created_at',
      due_at: 'q.due_at',
    },
    usual,
  )
const inboxPage = (name: 'openPage' | 'answeredPage', order: string) =>
  sql(name, { isReplanned: true })`
  select ${inboxRow} ${inInbox} ${sortRequests(order)} limit :limit_rows::int offset :offset_rows::int`
export const listInbox = {
  pendiente: inboxPage('openPage', 'q.due_at, q.created_at, q.id'),
  respondida: inboxPage('answeredPage', 'q.replied_at desc, q.id desc'),
}
export const countInbox = sql('countInbox')`${toCount(inInbox)}`
const foundPeople =
  '(select f.id from people f where f.search like all(select folded(word) from unnest(:patterns::text[]) word))'
const isFound = `from desk_requests q join people p on p.id = q.patient_id
   where q.matter = any(:matters::text[]) and ${isForReader} and (q.id = :number?::int
     or cardinality(:patterns::text[]) > 0 and (q.patient_id in ${foundPeople} or q.requester_id in ${foundPeople}))`
export const findInboxPage = sql('foundPage', { isReplanned: true })`
  select ${inboxRow} ${isFound} ${sortRequests('q.created_at desc, q.id desc')} limit :limit_rows::int offset :offset_rows::int`
export const countFound = sql('countFound')`${toCount(isFound)}`
export const countPending = sql('pending')`
  select matter as matter!, count(*)::int as count! from desk_requests q where state = 'pendiente' and ${isForReader}
  group by matter`
export const listStaff = sql('staff')`
  select p.id, ${toFullName('p')} as full_name!, p.rol, p.permission_set, p.site_ids from people p
  where p.rol <> 'STANDART_ROLE' and p.status = 1 and p.deleted_at is null and p.deceased_at is null order by 2, 1`
export const findRequest = sql('one')`
  select ${inboxRow},
    (select r.read_at from read_answers r where r.person_id = q.requester_id and r.kind = q.kind and r.request_id = q.id) as patient_read_at
  from desk_requests q join people p on p.id = q.patient_id where q.matter = :matter and q.id = :id`
