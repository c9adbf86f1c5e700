import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Arrival } from '../desk-requests/desk-requests.rules.ts'

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
  readonly due_at: Date
}

type Draft = {
  readonly requesterId: number
  readonly patientId: number
  readonly kindId: number
  readonly comment: string
}

const kinds = statement<Kind>(
  'documents.kinds',
  'select id, name from document_kinds where retired_at is null order by id',
)
const insert = statement<
  { id: number },
  {
    requester_id: number
    patient_id: number
    document_kind_id: number
    comment: string
    now: Date
    due_at: Date
  }
>(
  'documents.insert',
  `insert into document_requests (requester_id, patient_id, document_kind_id, comment, state, created_at, due_at)
   values (:requester_id, :patient_id, :document_kind_id, :comment, 'pendiente', :now::timestamptz, :due_at::timestamptz)
   returning id`,
)
// Only requests about patients whom the caller may still see.
const own =
  'from document_requests d where d.requester_id = :requester_id and d.patient_id = any(:patient_ids::int[])'
const list = statement<
  DocumentRow,
  { requester_id: number; patient_ids: readonly number[]; limit_rows: number; offset_rows: number }
>(
  'documents.list',
  `select d.id, k.id as kind_id, k.name as kind_name, d.comment, d.state, d.answer, d.answered_at, d.created_at, d.due_at,
     concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   from (select d.* ${own} order by d.created_at desc, d.id desc limit :limit_rows offset :offset_rows) d
     join document_kinds k on k.id = d.document_kind_id join people p on p.id = d.patient_id
   order by d.created_at desc, d.id desc`,
)
const count = statement<{ count: number }, { requester_id: number; patient_ids: readonly number[] }>(
  'documents.count',
  `select count(*)::int as count from (select 1 ${own} limit ${exactTotal + 1}) counted`,
)
const comment = statement<{ comment: string }, { id: number }>(
  'documents.comment',
  'select comment from document_requests where id = :id',
)
const answer = statement<{ id: number }, { id: number; answer: string; answered_by: number; now: Date }>(
  'documents.answer',
  `update document_requests set state = 'respondida', answer = :answer, answered_by = :answered_by,
   answered_at = :now::timestamptz
   where id = :id and state = 'pendiente' returning id`,
)

export function createDocumentsStore(db: Database) {
  return {
    kinds: () => db.run(kinds, []),
    insert: async (tx: Queries, draft: Draft, { now, dueAt }: Arrival): Promise<number> => {
      const [row] = await tx.run(insert, {
        requester_id: draft.requesterId,
        patient_id: draft.patientId,
        document_kind_id: draft.kindId,
        comment: draft.comment,
        now,
        due_at: dueAt,
      })
      if (!row) throw new Error('documents: the insert returned no row')
      return row.id
    },
    list: async (
      requesterId: number,
      patientIds: readonly number[],
      page: Page,
    ): Promise<Paged<DocumentRow>> => {
      const [rows, [counted]] = await Promise.all([
        db.run(list, {
          requester_id: requesterId,
          patient_ids: patientIds,
          limit_rows: page.limit,
          offset_rows: (page.page - 1) * page.limit,
        }),
        db.run(count, { requester_id: requesterId, patient_ids: patientIds }),
      ])
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    comment: async (id: number) => (await db.run(comment, { id }))[0]?.comment ?? '',
    /** Returns false if the request is answered already. */
    answer: async (tx: Queries, id: number, text: string, by: number, now: Date) =>
      (await tx.run(answer, { id, answer: text, answered_by: by, now })).length === 1,
  }
}

export type DocumentsStore = ReturnType<typeof createDocumentsStore>
