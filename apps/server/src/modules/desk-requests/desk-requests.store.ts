import type { Matter, TrayState } from '@mi-portal/contract/desk'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type RequestFile = {
  readonly request_id: number
  readonly side: 'request' | 'answer'
  readonly id: number
  readonly name: string
}

export type OwnedFile = {
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly matter: Matter
  readonly request_id: number
  readonly requester_id: number
  readonly patient_id: number
}

/** A request as the tray lists it. */
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
  /** The first moment at which it is late; null where the promised hours count. */
  readonly due_at: Date | null
}

const attach = statement<never>(
  'requests.attach',
  'insert into request_files (file_id, request_kind, request_id, side) values ($1, $2, $3, $4)',
)
const filesOf = statement<RequestFile>(
  'requests.filesOf',
  `select r.request_id, r.side, f.id, f.name from request_files r join files f on f.id = r.file_id
   where r.request_kind = $1 and r.request_id = any($2::int[]) order by f.id`,
)
const fileById = statement<OwnedFile>(
  'requests.fileById',
  `select f.key, f.name, f.media_type, q.matter, q.id as request_id, q.requester_id, q.patient_id
   from request_files r join files f on f.id = r.file_id
     join desk_requests q on q.id = r.request_id
       and r.request_kind = case q.matter when 'documents' then 'document' when 'budgets' then 'budget'
         when 'privacy' then 'privacy' else 'contact' end
   where r.file_id = $1`,
)
const asked = statement<{ patient_id: number }>(
  'requests.patientsOf',
  'select distinct patient_id from desk_requests where requester_id = $1 and matter = any($2::text[])',
)

const fullName = `concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, ''))`
const trayRow = `q.matter, q.id, q.subject, q.requester_id, q.patient_id, ${fullName} as patient_full_name, q.state,
  q.answer, q.answered_at, q.answered_by, q.created_at, q.due_at`
// Whose time is over first comes first; what is answered, latest first.
const inTray = `q.matter = $1 and q.state = $2
  and ($3::timestamptz is null or coalesce(q.due_at <= $4::timestamptz, q.created_at <= $3::timestamptz))`
const trayPage = (name: string, order: string) =>
  statement<TrayRequest>(
    `requests.tray.${name}`,
    `select ${trayRow} from desk_requests q join people p on p.id = q.patient_id
     where ${inTray} order by ${order} limit $5 offset $6`,
  )
const trayOf = {
  pendiente: trayPage('pendiente', 'q.due_at, q.created_at, q.id'),
  respondida: trayPage('respondida', 'q.answered_at desc, q.id desc'),
}
const countTray = statement<{ count: number }>(
  'requests.countTray',
  `select count(*)::int as count from
     (select 1 from desk_requests q where ${inTray} limit ${exactTotal + 1}) counted`,
)
const pending = statement<{ matter: Matter; count: number }>(
  'requests.pending',
  `select matter, count(*)::int as count from desk_requests where state = 'pendiente' group by matter`,
)
const one = statement<TrayRequest>(
  'requests.one',
  `select ${trayRow} from desk_requests q join people p on p.id = q.patient_id where q.matter = $1 and q.id = $2`,
)

export function deskRequestsStore(db: Database) {
  return {
    attach: async (
      tx: Queries,
      fileId: number,
      kind: string,
      requestId: number,
      side: RequestFile['side'],
    ) => {
      await tx.run(attach, [fileId, kind, requestId, side])
    },
    filesOf: (kind: string, requestIds: readonly number[]) => db.run(filesOf, [kind, requestIds]),
    fileById: async (fileId: number) => (await db.run(fileById, [fileId]))[0] ?? null,
    /** About whom somebody asked in these matters. */
    patientsOf: async (requesterId: number, matters: readonly Matter[]) =>
      (await db.run(asked, [requesterId, matters])).map(({ patient_id }) => patient_id),

    /** `lateSince`: by when what is late was asked, where the law sets no term. */
    tray: async (
      matter: Matter,
      wanted: TrayState,
      lateSince: Date,
      now: Date,
      page: Page,
    ): Promise<Paged<TrayRequest>> => {
      const state = wanted === 'respondida' ? wanted : 'pendiente'
      const values = [matter, state, wanted === 'atrasada' ? lateSince : null, now] as const
      const [rows, [counted]] = await Promise.all([
        db.run(trayOf[state], [...values, page.limit, (page.page - 1) * page.limit]),
        db.run(countTray, values),
      ])
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    pending: () => db.run(pending, []),
    one: async (matter: Matter, id: number) => (await db.run(one, [matter, id]))[0] ?? null,
  }
}

export type DeskRequestsStore = ReturnType<typeof deskRequestsStore>
