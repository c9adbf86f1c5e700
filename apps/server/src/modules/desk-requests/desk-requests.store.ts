import type { Matter, TrayState } from '@mi-portal/contract/desk'
import type { ScanState } from '@mi-portal/contract/desk-requests'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import { frequentStatement, statement } from '../../platform/database/statement.ts'

export type RequestFile = {
  readonly request_id: number
  readonly side: 'request' | 'answer'
  readonly id: number
  readonly name: string
  readonly scan_state: ScanState
}

export type OwnedFile = {
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly matter: Matter
  readonly request_id: number
  readonly requester_id: number
  readonly patient_id: number
  readonly site_id: number | null
}

/** A request as the inbox lists it. */
export type TrayRequest = {
  readonly matter: Matter
  readonly id: number
  readonly subject: string
  readonly requester_id: number
  readonly patient_id: number
  readonly patient_full_name: string
  readonly state: 'pendiente' | 'respondida'
  readonly answer: string | null
  readonly answered_at: Date | null
  readonly answered_by: number | null
  readonly created_at: Date
  /** The site that the request is about; null if it is about none. */
  readonly site_id: number | null
  /** The first instant at which the request is late. */
  readonly due_at: Date
}

const attach = statement<
  never,
  { file_id: number; request_kind: string; request_id: number; side: RequestFile['side'] }
>(
  'requests.attach',
  `insert into request_files (file_id, request_kind, request_id, side)
   values (:file_id, :request_kind, :request_id, :side)`,
)
const filesOf = statement<RequestFile, { request_kind: string; request_ids: readonly number[] }>(
  'requests.filesOf',
  `select r.request_id, r.side, f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state from request_files r join files f on f.id = r.file_id
   where r.request_kind = :request_kind and r.request_id = any(:request_ids::int[]) order by f.id`,
)
/** The kind of request that owns the files and the answer of a row of the view. */
const kindOfMatter = `case q.matter when 'documents' then 'document' when 'budgets' then 'budget'
  when 'privacy' then 'privacy' else 'contact' end`
const fileById = statement<OwnedFile, { file_id: number }>(
  'requests.fileById',
  `select f.key, f.name, f.media_type, q.matter, q.id as request_id, q.requester_id, q.patient_id, q.site_id
   from request_files r join files f on f.id = r.file_id
     join desk_requests q on q.id = r.request_id
       and r.request_kind = ${kindOfMatter}
   where r.file_id = :file_id`,
)
// The medical order of the appointment that an entry of the imaging inbox is about.
const orderOfEntry = `from contacts c join appointment_orders o on o.appointment_id = c.appointment_id
     join files f on f.id = o.file_id`
const ordersOf = statement<Omit<RequestFile, 'side'>, { contact_id: number }>(
  'requests.ordersOf',
  `select c.id as request_id, f.id, f.name, coalesce(f.scan_state, 'clean') as scan_state ${orderOfEntry}
   where c.id = :contact_id`,
)
const orderById = statement<OwnedFile, { file_id: number }>(
  'requests.orderById',
  `select f.key, f.name, f.media_type, q.matter, q.id as request_id, q.requester_id, q.patient_id, q.site_id
   ${orderOfEntry} join desk_requests q on q.id = c.id and q.matter = 'imaging'
   where o.file_id = :file_id`,
)
const asked = statement<{ patient_id: number }, { requester_id: number; matters: readonly Matter[] }>(
  'requests.patientsOf',
  'select distinct patient_id from desk_requests where requester_id = :requester_id and matter = any(:matters::text[])',
)

type UnreadAnswer = {
  readonly matter: Matter
  readonly id: number
  readonly subject: string
  readonly patient_id: number
  readonly first_name: string
  readonly answered_at: Date
}

const unreadAnswers = frequentStatement<
  UnreadAnswer,
  { person_id: number; patient_ids: readonly number[]; since: Date }
>(
  'requests.unreadAnswers',
  `select q.matter, q.id, q.subject, q.patient_id, p.first_name, q.answered_at
   from desk_requests q join people p on p.id = q.patient_id
   where q.requester_id = :person_id and q.patient_id = any(:patient_ids::int[]) and q.state = 'respondida'
     and q.answered_at is not null and q.answered_at > :since::timestamptz
     and not exists (select from read_answers r
       where r.person_id = :person_id and r.kind = ${kindOfMatter} and r.request_id = q.id)
   order by q.answered_at desc, q.id desc limit 50`,
)
const markRead = statement<
  never,
  { person_id: number; request_kind: string; request_ids: readonly number[]; now: Date }
>(
  'requests.markRead',
  `insert into read_answers (person_id, kind, request_id, read_at)
   select :person_id::int, :request_kind, unnest(:request_ids::int[]), :now::timestamptz
   on conflict (person_id, kind, request_id) do nothing`,
)
const forgetRead = statement<never, { person_id: number }>(
  'requests.forgetRead',
  'delete from read_answers where person_id = :person_id',
)

const fullName = `concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, ''))`
const trayRow = `q.matter, q.id, q.subject, q.requester_id, q.patient_id, ${fullName} as patient_full_name, q.state,
  q.answer, q.answered_at, q.answered_by, q.created_at, q.due_at, q.site_id`
// Open requests with the earliest deadline come first; answered ones latest first.
// A request without a site is for the staff of every site.
const ofSites = '(:sites::int[] is null or q.site_id is null or q.site_id = any(:sites::int[]))'
const inTray = `q.matter = :matter and q.state = :state and ${ofSites}
  and (:late_at::timestamptz is null or q.due_at <= :late_at::timestamptz)`
/** The sites to which a member of staff is limited; null: every site. */
type Sites = readonly number[] | null

type TrayFilter = {
  readonly matter: Matter
  readonly state: 'pendiente' | 'respondida'
  readonly late_at: Date | null
  readonly sites: Sites
}
const trayPage = (name: string, order: string) =>
  statement<TrayRequest, TrayFilter & { limit_rows: number; offset_rows: number }>(
    `requests.tray.${name}`,
    `select ${trayRow} from desk_requests q join people p on p.id = q.patient_id
     where ${inTray} order by ${order} limit :limit_rows offset :offset_rows`,
  )
const trayOf = {
  pendiente: trayPage('pendiente', 'q.due_at, q.created_at, q.id'),
  respondida: trayPage('respondida', 'q.answered_at desc, q.id desc'),
}
const countTray = statement<{ count: number }, TrayFilter>(
  'requests.countTray',
  `select count(*)::int as count from
     (select 1 from desk_requests q where ${inTray} limit ${exactTotal + 1}) counted`,
)
const pending = statement<{ matter: Matter; count: number }, { sites: Sites }>(
  'requests.pending',
  `select matter, count(*)::int as count from desk_requests q where state = 'pendiente' and ${ofSites}
   group by matter`,
)
const one = statement<TrayRequest, { matter: Matter; id: number }>(
  'requests.one',
  `select ${trayRow} from desk_requests q join people p on p.id = q.patient_id where q.matter = :matter and q.id = :id`,
)

export function createDeskRequestsStore(db: Database) {
  return {
    attach: async (
      tx: Queries,
      fileId: number,
      kind: string,
      requestId: number,
      side: RequestFile['side'],
    ) => {
      await tx.run(attach, { file_id: fileId, request_kind: kind, request_id: requestId, side })
    },
    filesOf: (kind: string, requestIds: readonly number[]) =>
      db.run(filesOf, { request_kind: kind, request_ids: requestIds }),
    fileById: async (fileId: number) => (await db.run(fileById, { file_id: fileId }))[0] ?? null,
    /** Returns the medical order of the appointment that an entry of the imaging inbox is about. */
    ordersOf: (contactId: number) => db.run(ordersOf, { contact_id: contactId }),
    orderById: async (fileId: number) => (await db.run(orderById, { file_id: fileId }))[0] ?? null,
    /** Returns the patients of a person's requests in these matters. */
    patientsOf: async (requesterId: number, matters: readonly Matter[]) =>
      (await db.run(asked, { requester_id: requesterId, matters })).map(({ patient_id }) => patient_id),

    /** Returns a page of the inbox. */
    tray: async (
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
    },
    /** Returns the answers since an instant, to a person's requests about these patients, that the person has not read. */
    unreadAnswers: (personId: number, patientIds: readonly number[], since: Date) =>
      db.run(unreadAnswers, { person_id: personId, patient_ids: patientIds, since }),
    markRead: async (personId: number, kind: string, requestIds: readonly number[], now: Date) => {
      await db.run(markRead, { person_id: personId, request_kind: kind, request_ids: requestIds, now })
    },
    forgetRead: async (tx: Queries, personId: number) => {
      await tx.run(forgetRead, { person_id: personId })
    },
    pending: (sites: Sites) => db.run(pending, { sites }),
    one: async (matter: Matter, id: number) => (await db.run(one, { matter, id }))[0] ?? null,
  }
}

export type DeskRequestsStore = ReturnType<typeof createDeskRequestsStore>
