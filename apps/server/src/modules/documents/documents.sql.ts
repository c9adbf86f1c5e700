import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { Arrival } from '../desk-requests/desk-requests.rules.ts'
import type { DocumentsSql } from './documents.sql.generated.ts'

const sql = defineSql<DocumentsSql, { state: 'pendiente' | 'respondida' }>('documents')

type DocumentRow = Row<typeof listSql>

type Draft = {
  readonly requesterId: number
  readonly patientId: number
  readonly kindId: number
  readonly comment: string
}

const kindsSql = sql('kinds', 'select id, name from document_kinds where retired_at is null order by id')
const insertSql = sql(
  'insert',
  `insert into document_requests (requester_id, patient_id, document_kind_id, comment, state, created_at, due_at)
   values (:requester_id, :patient_id, :document_kind_id, :comment, 'pendiente', :now::timestamptz, :due_at::timestamptz)
   returning id`,
)
// Only requests about patients whom the caller may still see.
const own =
  'from document_requests d where d.requester_id = :requester_id and d.patient_id = any(:patient_ids::int[])'
const listSql = sql(
  'list',
  `select d.id, k.id as kind_id!, k.name as kind_name!, d.comment, d.state, d.answer, d.answered_at, d.created_at, d.due_at,
     concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name!
   from (select d.* ${own} order by d.created_at desc, d.id desc limit :limit_rows offset :offset_rows) d
     join document_kinds k on k.id = d.document_kind_id join people p on p.id = d.patient_id
   order by d.created_at desc, d.id desc`,
)
const count = sql(
  'count',
  `select count(*)::int as count! from (select 1 ${own} limit ${exactTotal + 1}) counted`,
)
const commentSql = sql('comment', 'select comment from document_requests where id = :id')
const answerSql = sql(
  'answer',
  `update document_requests set state = 'respondida', answer = :answer, answered_by = :answered_by,
   answered_at = :now::timestamptz
   where id = :id and state = 'pendiente' returning id`,
)

export const kinds = (db: Queries) => db.run(kindsSql, {})

export const insert = async (tx: Queries, draft: Draft, { now, dueAt }: Arrival): Promise<number> => {
  const [row] = await tx.run(insertSql, {
    requester_id: draft.requesterId,
    patient_id: draft.patientId,
    document_kind_id: draft.kindId,
    comment: draft.comment,
    now,
    due_at: dueAt,
  })
  if (!row) throw new Error('documents: the insert returned no row')
  return row.id
}

export const list = async (
  db: Queries,
  requesterId: number,
  patientIds: readonly number[],
  page: Page,
): Promise<Paged<DocumentRow>> => {
  const [rows, [counted]] = await Promise.all([
    db.run(listSql, {
      requester_id: requesterId,
      patient_ids: patientIds,
      limit_rows: page.limit,
      offset_rows: (page.page - 1) * page.limit,
    }),
    db.run(count, { requester_id: requesterId, patient_ids: patientIds }),
  ])
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

export const comment = async (db: Queries, id: number) => (await db.run(commentSql, { id }))[0]?.comment ?? ''

/** Returns false if the request is answered already. */
export const answer = async (tx: Queries, id: number, text: string, by: number, now: Date) =>
  (await tx.run(answerSql, { id, answer: text, answered_by: by, now })).length === 1
