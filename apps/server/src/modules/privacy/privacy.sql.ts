import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { DataRight } from '@mi-portal/contract/privacy'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { PrivacySql } from './privacy.sql.generated.ts'

const sql = defineSql<
  PrivacySql,
  {
    kind: 'access' | 'rectification' | 'erasure' | 'objection' | 'portability' | 'blocking'
    state: 'pendiente' | 'respondida'
  }
>('privacy')

type Listed = Row<typeof listSql>

type Draft = {
  readonly requesterId: number
  readonly patientId: number
  readonly kind: DataRight
  readonly message: string
  readonly dueAt: Date
}

const insertSql = sql(
  'insert',
  `insert into data_requests (requester_id, patient_id, kind, message, state, created_at, due_at)
   values (:requester_id, :patient_id, :kind, :message, 'pendiente', :now::timestamptz, :due_at::timestamptz)
     returning id`,
)
// The requests that a person made for patients they may still see, and those made for the person.
const own = `from data_requests q
   where (q.requester_id = :person_id and q.patient_id = any(:patient_ids::int[])) or q.patient_id = :person_id`
const listSql = sql(
  'list',
  `select q.id, q.kind, q.requester_id, q.message, q.state, q.answer, q.answered_at, q.created_at, q.due_at,
     q.extension_reason,
     concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name!
   from (select q.* ${own} order by q.created_at desc, q.id desc limit :limit_rows offset :offset_rows) q
     join people p on p.id = q.patient_id
   order by q.created_at desc, q.id desc`,
)
const count = sql(
  'count',
  `select count(*)::int as count! from (select 1 ${own} limit ${exactTotal + 1}) counted`,
)
const oneSql = sql(
  'one',
  `select id, kind, requester_id, patient_id, message, state, created_at, due_at, extended_at, extension_reason
   from data_requests where id = :id`,
)
const answerSql = sql(
  'answer',
  `update data_requests set state = 'respondida', answer = :answer, answered_by = :answered_by,
   answered_at = :now::timestamptz
   where id = :id and state = 'pendiente' returning id`,
)
// Of two concurrent extensions, the second finds the request extended.
const extendSql = sql(
  'extend',
  `update data_requests set due_at = :due_at::timestamptz, extension_reason = :extension_reason,
   extended_by = :extended_by, extended_at = :now::timestamptz
   where id = :id and state = 'pendiente' and extended_at is null and kind <> 'blocking' and due_at > :now::timestamptz
   returning id`,
)

export const insert = async (tx: Queries, draft: Draft, now: Date): Promise<number> => {
  const [row] = await tx.run(insertSql, {
    requester_id: draft.requesterId,
    patient_id: draft.patientId,
    kind: draft.kind,
    message: draft.message,
    now,
    due_at: draft.dueAt,
  })
  if (!row) throw new Error('privacy: the insert returned no row')
  return row.id
}

export const list = async (
  db: Queries,
  personId: number,
  patientIds: readonly number[],
  page: Page,
): Promise<Paged<Listed>> => {
  const [rows, [counted]] = await Promise.all([
    db.run(listSql, {
      person_id: personId,
      patient_ids: patientIds,
      limit_rows: page.limit,
      offset_rows: (page.page - 1) * page.limit,
    }),
    db.run(count, { person_id: personId, patient_ids: patientIds }),
  ])
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

export const one = async (db: Queries, id: number) => (await db.run(oneSql, { id }))[0] ?? null

/** Returns false if the request is answered already. */
export const answer = async (tx: Queries, id: number, text: string, by: number, now: Date) =>
  (await tx.run(answerSql, { id, answer: text, answered_by: by, now })).length === 1

/** Returns false if the deadline can no longer be extended. */
export const extend = async (tx: Queries, id: number, dueAt: Date, reason: string, by: number, now: Date) =>
  (await tx.run(extendSql, { id, due_at: dueAt, extension_reason: reason, extended_by: by, now })).length ===
  1
