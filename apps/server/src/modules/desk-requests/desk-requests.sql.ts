import type { Matter, TrayState } from '@mi-portal/contract/desk'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { DeskRequestsSql } from './desk-requests.sql.generated.ts'

const sql = defineSql<
  DeskRequestsSql,
  {
    side: 'request' | 'answer'
    scan_state: 'pending' | 'clean' | 'infected' | 'unscanned'
    matter: 'privacy' | 'documents' | 'budgets' | 'contact' | 'imaging'
    state: 'pendiente' | 'respondida'
  }
>('requests')

export type RequestFile = Row<typeof filesOfSql>

export type OwnedFile = Row<typeof fileByIdSql>

/** A request as the inbox lists it. */
export type TrayRequest = Row<typeof oneSql>

const attachSql = sql(
  'attach',
  `insert into request_files (file_id, request_kind, request_id, side)
   values (:file_id, :request_kind, :request_id, :side)`,
)
const filesOfSql = sql(
  'filesOf',
  `select r.request_id, r.side, f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state! from request_files r join files f on f.id = r.file_id
   where r.request_kind = :request_kind and r.request_id = any(:request_ids::int[]) order by f.id`,
)
/** The kind of request that owns the files and the answer of a row of the view. */
const kindOfMatter = `case q.matter when 'documents' then 'document' when 'budgets' then 'budget'
  when 'privacy' then 'privacy' else 'contact' end`
const fileByIdSql = sql(
  'fileById',
  `select f.key, f.name, f.media_type, q.matter as matter!, q.id as request_id!, q.requester_id as requester_id!, q.patient_id as patient_id!, q.site_id
   from request_files r join files f on f.id = r.file_id
     join desk_requests q on q.id = r.request_id
       and r.request_kind = ${kindOfMatter}
   where r.file_id = :file_id`,
)
// The medical order of the appointment that an entry of the imaging inbox is about.
const orderOfEntry = `from contacts c join appointment_orders o on o.appointment_id = c.appointment_id
     join files f on f.id = o.file_id`
const ordersOfSql = sql(
  'ordersOf',
  `select c.id as request_id!, f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state! ${orderOfEntry}
   where c.id = :contact_id`,
)
const orderByIdSql = sql(
  'orderById',
  `select f.key, f.name, f.media_type, q.matter as matter!, q.id as request_id!, q.requester_id as requester_id!, q.patient_id as patient_id!, q.site_id
   ${orderOfEntry} join desk_requests q on q.id = c.id and q.matter = 'imaging'
   where o.file_id = :file_id`,
)
const asked = sql(
  'patientsOf',
  'select distinct patient_id as patient_id! from desk_requests where requester_id = :requester_id and matter = any(:matters::text[])',
)

const unreadAnswersSql = sql(
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
const markReadSql = sql(
  'markRead',
  `insert into read_answers (person_id, kind, request_id, read_at)
   select :person_id::int, :request_kind, unnest(:request_ids::int[]), :now::timestamptz
   on conflict (person_id, kind, request_id) do nothing`,
)
const forgetReadSql = sql('forgetRead', 'delete from read_answers where person_id = :person_id')

const fullName = `concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, ''))`
const trayRow = `q.matter as matter!, q.id as id!, q.subject as subject!, q.requester_id as requester_id!, q.patient_id as patient_id!, ${fullName} as patient_full_name!, q.state as state!,
  q.answer, q.answered_at, q.answered_by, q.created_at as created_at!, q.due_at as due_at!, q.site_id`
// Open requests with the earliest deadline come first; answered ones latest first.
// A request without a site is for the staff of every site.
const ofSites = '(:sites?::int[] is null or q.site_id is null or q.site_id = any(:sites?::int[]))'
const inTray = `q.matter = :matter and q.state = :state and ${ofSites}
  and (:late_at?::timestamptz is null or q.due_at <= :late_at?::timestamptz)`
/** The sites to which a member of staff is limited; null: every site. */
export type Sites = readonly number[] | null

const trayPage = (name: 'trayOpen' | 'trayAnswered', order: string) =>
  sql(
    name,
    `select ${trayRow} from desk_requests q join people p on p.id = q.patient_id
     where ${inTray} order by ${order} limit :limit_rows offset :offset_rows`,
  )
const trayOf = {
  pendiente: trayPage('trayOpen', 'q.due_at, q.created_at, q.id'),
  respondida: trayPage('trayAnswered', 'q.answered_at desc, q.id desc'),
}
const countTray = sql(
  'countTray',
  `select count(*)::int as count! from
     (select 1 from desk_requests q where ${inTray} limit ${exactTotal + 1}) counted`,
)
const pendingSql = sql(
  'pending',
  `select matter as matter!, count(*)::int as count! from desk_requests q where state = 'pendiente' and ${ofSites}
   group by matter`,
)
const oneSql = sql(
  'one',
  `select ${trayRow} from desk_requests q join people p on p.id = q.patient_id where q.matter = :matter and q.id = :id`,
)

export const attach = async (
  tx: Queries,
  fileId: number,
  kind: string,
  requestId: number,
  side: RequestFile['side'],
) => {
  await tx.run(attachSql, { file_id: fileId, request_kind: kind, request_id: requestId, side })
}

export const filesOf = (db: Queries, kind: string, requestIds: readonly number[]) =>
  db.run(filesOfSql, { request_kind: kind, request_ids: requestIds })

export const fileById = async (db: Queries, fileId: number) =>
  (await db.run(fileByIdSql, { file_id: fileId }))[0] ?? null

/** Returns the medical order of the appointment that an entry of the imaging inbox is about. */
export const ordersOf = (db: Queries, contactId: number) => db.run(ordersOfSql, { contact_id: contactId })

export const orderById = async (db: Queries, fileId: number) =>
  (await db.run(orderByIdSql, { file_id: fileId }))[0] ?? null

/** Returns the patients of a person's requests in these matters. */
export const patientsOf = async (db: Queries, requesterId: number, matters: readonly Matter[]) =>
  (await db.run(asked, { requester_id: requesterId, matters })).map(({ patient_id }) => patient_id)

/** Returns a page of the inbox. */
export const tray = async (
  db: Queries,
  matter: Matter,
  wanted: TrayState,
  now: Date,
  page: Page,
  sites: Sites,
): Promise<Paged<TrayRequest>> => {
  const state = wanted === 'respondida' ? wanted : 'pendiente'
  const filter = {
    matter,
    state,
    late_at: wanted === 'atrasada' ? now : null,
    sites,
  } as const
  const [rows, [counted]] = await Promise.all([
    db.run(trayOf[state], {
      ...filter,
      limit_rows: page.limit,
      offset_rows: (page.page - 1) * page.limit,
    }),
    db.run(countTray, filter),
  ])
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

/** Returns the answers since an instant, to a person's requests about these patients, that the person has not read. */
export const unreadAnswers = (db: Queries, personId: number, patientIds: readonly number[], since: Date) =>
  db.run(unreadAnswersSql, { person_id: personId, patient_ids: patientIds, since })

export const markRead = async (
  db: Queries,
  personId: number,
  kind: string,
  requestIds: readonly number[],
  now: Date,
) => {
  await db.run(markReadSql, { person_id: personId, request_kind: kind, request_ids: requestIds, now })
}

export const forgetRead = async (tx: Queries, personId: number) => {
  await tx.run(forgetReadSql, { person_id: personId })
}

export const pending = (db: Queries, sites: Sites) => db.run(pendingSql, { sites })

export const one = async (db: Queries, matter: Matter, id: number) =>
  (await db.run(oneSql, { matter, id }))[0] ?? null
