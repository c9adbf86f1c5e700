import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { DataRight } from '@mi-portal/contract/privacy'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Listed = {
  readonly id: number
  readonly kind: DataRight
  readonly requester_id: number
  readonly patient_full_name: string
  readonly message: string
  readonly state: 'pendiente' | 'respondida'
  readonly answer: string | null
  readonly answered_at: Date | null
  readonly created_at: Date
  readonly due_at: Date
  readonly extension_reason: string | null
}

type DataRequest = {
  readonly id: number
  readonly kind: DataRight
  readonly requester_id: number
  readonly patient_id: number
  readonly message: string
  readonly state: 'pendiente' | 'respondida'
  readonly created_at: Date
  readonly due_at: Date
  readonly extended_at: Date | null
  readonly extension_reason: string | null
}

type Draft = {
  readonly requesterId: number
  readonly patientId: number
  readonly kind: DataRight
  readonly message: string
  readonly dueAt: Date
}

const insert = statement<{ id: number }>(
  'privacy.insert',
  `insert into data_requests (requester_id, patient_id, kind, message, state, created_at, due_at)
   values ($1, $2, $3, $4, 'pendiente', $5::timestamptz, $6::timestamptz) returning id`,
)
// What somebody asked, as far as they may still see for whom, and what was asked for them.
const own = `from data_requests q
   where (q.requester_id = $1 and q.patient_id = any($2::int[])) or q.patient_id = $1`
const list = statement<Listed>(
  'privacy.list',
  `select q.id, q.kind, q.requester_id, q.message, q.state, q.answer, q.answered_at, q.created_at, q.due_at,
     q.extension_reason,
     concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
   from (select q.* ${own} order by q.created_at desc, q.id desc limit $3 offset $4) q
     join people p on p.id = q.patient_id
   order by q.created_at desc, q.id desc`,
)
const count = statement<{ count: number }>(
  'privacy.count',
  `select count(*)::int as count from (select 1 ${own} limit ${exactTotal + 1}) counted`,
)
const one = statement<DataRequest>(
  'privacy.one',
  `select id, kind, requester_id, patient_id, message, state, created_at, due_at, extended_at, extension_reason
   from data_requests where id = $1`,
)
const answer = statement<{ id: number }>(
  'privacy.answer',
  `update data_requests set state = 'respondida', answer = $2, answered_by = $3, answered_at = $4::timestamptz
   where id = $1 and state = 'pendiente' returning id`,
)
// Of two at once the second finds it extended.
const extend = statement<{ id: number }>(
  'privacy.extend',
  `update data_requests set due_at = $2::timestamptz, extension_reason = $3, extended_by = $4, extended_at = $5::timestamptz
   where id = $1 and state = 'pendiente' and extended_at is null and kind <> 'blocking' and due_at > $5::timestamptz
   returning id`,
)

export function privacyStore(db: Database) {
  return {
    insert: async (tx: Queries, draft: Draft, now: Date): Promise<number> => {
      const [row] = await tx.run(insert, [
        draft.requesterId,
        draft.patientId,
        draft.kind,
        draft.message,
        now,
        draft.dueAt,
      ])
      if (!row) throw new Error('privacy: nothing was written')
      return row.id
    },
    list: async (personId: number, patientIds: readonly number[], page: Page): Promise<Paged<Listed>> => {
      const [rows, [counted]] = await Promise.all([
        db.run(list, [personId, patientIds, page.limit, (page.page - 1) * page.limit]),
        db.run(count, [personId, patientIds]),
      ])
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,
    /** False when it is answered already. */
    answer: async (tx: Queries, id: number, text: string, by: number, now: Date) =>
      (await tx.run(answer, [id, text, by, now])).length === 1,
    /** False when its term cannot be extended any more. */
    extend: async (tx: Queries, id: number, dueAt: Date, reason: string, by: number, now: Date) =>
      (await tx.run(extend, [id, dueAt, reason, by, now])).length === 1,
  }
}

export type PrivacyStore = ReturnType<typeof privacyStore>
