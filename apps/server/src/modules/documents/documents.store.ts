import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Kind = { readonly id: number; readonly name: string }

type DocumentRow = {
  readonly id: number
  readonly kind_id: number
  readonly kind_name: string
  readonly patient_full_name: string
  readonly comment: string
  readonly state: 'pendiente' | 'respondida'
  readonly answer: string | null
  readonly answered_at: Date | null
  readonly created_at: Date
}

type Draft = {
  readonly requesterId: number
  readonly patientId: number
  readonly kindId: number
  readonly comment: string
}

const kinds = statement<Kind>('documents.kinds', 'select id, name from document_kinds order by id')
const insert = statement<{ id: number }>(
  'documents.insert',
  `insert into document_requests (requester_id, patient_id, document_kind_id, comment, state, created_at)
   values ($1, $2, $3, $4, 'pendiente', $5::timestamptz) returning id`,
)
// Only about whom the caller may still see.
const own = 'from document_requests d where d.requester_id = $1 and d.patient_id = any($2::int[])'
const list = statement<DocumentRow>(
  'documents.list',
  `select d.id, k.id as kind_id, k.name as kind_name, d.comment, d.state, d.answer, d.answered_at, d.created_at,
     concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   from (select d.* ${own} order by d.created_at desc, d.id desc limit $3 offset $4) d
     join document_kinds k on k.id = d.document_kind_id join people p on p.id = d.patient_id
   order by d.created_at desc, d.id desc`,
)
const count = statement<{ count: number }>(
  'documents.count',
  `select count(*)::int as count from (select 1 ${own} limit ${exactTotal + 1}) counted`,
)
const comment = statement<{ comment: string }>(
  'documents.comment',
  'select comment from document_requests where id = $1',
)
const answer = statement<{ id: number }>(
  'documents.answer',
  `update document_requests set state = 'respondida', answer = $2, answered_by = $3, answered_at = $4::timestamptz
   where id = $1 and state = 'pendiente' returning id`,
)

export function documentsStore(db: Database) {
  return {
    kinds: () => db.run(kinds, []),
    insert: async (tx: Queries, draft: Draft, now: Date): Promise<number> => {
      const values = [draft.requesterId, draft.patientId, draft.kindId, draft.comment, now]
      const [row] = await tx.run(insert, values)
      if (!row) throw new Error('documents: nothing was written')
      return row.id
    },
    list: async (
      requesterId: number,
      patientIds: readonly number[],
      page: Page,
    ): Promise<Paged<DocumentRow>> => {
      const [rows, [counted]] = await Promise.all([
        db.run(list, [requesterId, patientIds, page.limit, (page.page - 1) * page.limit]),
        db.run(count, [requesterId, patientIds]),
      ])
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    comment: async (id: number) => (await db.run(comment, [id]))[0]?.comment ?? '',
    /** False when it is answered already. */
    answer: async (tx: Queries, id: number, text: string, by: number, now: Date) =>
      (await tx.run(answer, [id, text, by, now])).length === 1,
  }
}

export type DocumentsStore = ReturnType<typeof documentsStore>
