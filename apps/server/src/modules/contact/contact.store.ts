import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Named = { readonly id: number; readonly name: string }

type ContactRow = {
  readonly id: number
  readonly subject: string
  readonly patient_full_name: string
  readonly message: string
  readonly state: 'pendiente' | 'respondida'
  readonly answer: string | null
  readonly answered_at: Date | null
  readonly created_at: Date
}

/** What the imaging wizard's form asked; kept as it came. */
export type ImagingDetails = {
  readonly name: string
  readonly lastName: string
  readonly rut: string
  readonly email: string
  readonly phone: string
  readonly questions: readonly { readonly question: string; readonly answer: 'Sí' | 'No' }[]
}

type ContactDetail = {
  readonly message: string
  readonly exam_date: string | null
  readonly exam_type: string | null
  readonly exam_name: string | null
  readonly branch: string | null
  readonly imaging: ImagingDetails | null
}

type ContactDraft = {
  readonly requesterId: number
  readonly patientId: number
  /** Null for imaging. */
  readonly reasonId: number | null
  readonly message: string
  readonly exam_date: string | null
  readonly exam_type: string | null
  readonly exam_name: string | null
  readonly branch: string | null
  readonly imaging: ImagingDetails | null
}

type Filter = {
  readonly requesterId: number
  readonly patientIds: readonly number[]
  readonly text: string
  /** Empty: any. */
  readonly state: string
}

const reasons = statement<Named>('contact.reasons', 'select id, name from contact_reasons order by id')
const insert = statement<{ id: number }>(
  'contact.insert',
  `insert into contacts (requester_id, patient_id, matter, reason_id, message, exam_date, exam_type, exam_name, branch,
     imaging, state, created_at)
   values ($1, $2, $3, $4::int, $5, $6::date, $7, $8, $9, $10::jsonb, 'pendiente', $11::timestamptz) returning id`,
)
// Case and accents do not count.
const plain = (text: string) => `translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`
const found = `from contacts c left join contact_reasons r on r.id = c.reason_id join people p on p.id = c.patient_id
   cross join lateral (
     select coalesce(r.name, 'Imagenología') as subject,
       concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   ) words
   where c.requester_id = $1 and c.patient_id = any($2::int[]) and ($3 = '' or c.state = $3)
     and ($4 = '' or strpos(${plain("words.subject || ' ' || words.patient_full_name")}, ${plain('$4')}) > 0)`
const list = statement<ContactRow>(
  'contact.list',
  `select c.id, words.subject, words.patient_full_name, c.message, c.state, c.answer, c.answered_at, c.created_at
   ${found} order by c.created_at desc, c.id desc limit $5 offset $6`,
)
const count = statement<{ count: number }>(
  'contact.count',
  `select count(*)::int as count from (select 1 ${found} limit ${exactTotal + 1}) counted`,
)
const detail = statement<ContactDetail>(
  'contact.detail',
  `select message, exam_date::text as exam_date, exam_type, exam_name, branch, imaging from contacts where id = $1`,
)
const answer = statement<{ id: number }>(
  'contact.answer',
  `update contacts set state = 'respondida', answer = $2, answered_by = $3, answered_at = $4::timestamptz
   where id = $1 and state = 'pendiente' returning id`,
)

export function contactStore(db: Database) {
  return {
    reasons: () => db.run(reasons, []),
    insert: async (tx: Queries, draft: ContactDraft, now: Date): Promise<number> => {
      const [row] = await tx.run(insert, [
        draft.requesterId,
        draft.patientId,
        draft.imaging === null ? 'contact' : 'imaging',
        draft.reasonId,
        draft.message,
        draft.exam_date,
        draft.exam_type,
        draft.exam_name,
        draft.branch,
        draft.imaging === null ? null : JSON.stringify(draft.imaging),
        now,
      ])
      if (!row) throw new Error('contact: nothing was written')
      return row.id
    },
    list: async (filter: Filter, page: Page): Promise<Paged<ContactRow>> => {
      const values = [filter.requesterId, filter.patientIds, filter.state, filter.text.trim()]
      const [rows, [counted]] = await Promise.all([
        db.run(list, [...values, page.limit, (page.page - 1) * page.limit]),
        db.run(count, values),
      ])
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    detail: async (id: number) => (await db.run(detail, [id]))[0] ?? null,
    /** False when it is answered already. */
    answer: async (tx: Queries, id: number, text: string, by: number, now: Date) =>
      (await tx.run(answer, [id, text, by, now])).length === 1,
  }
}

export type ContactStore = ReturnType<typeof contactStore>
