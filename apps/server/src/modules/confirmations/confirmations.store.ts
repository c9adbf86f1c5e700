import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** A change that waits for a second member of staff, or was decided. */
export type PendingConfirmation = {
  readonly id: number
  readonly kind: string
  readonly subject_id: number
  readonly payload: unknown
  readonly requested_by: number
  readonly requested_at: Date
  readonly confirmed_at: Date | null
  readonly rejected_at: Date | null
}

export type ListedConfirmation = PendingConfirmation & {
  readonly subject_name: string
  readonly subject_role: Role
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly requester_name: string
  readonly decider_name: string | null
}

const insert = statement<
  { id: number },
  { kind: string; subject_id: number; payload: string; requested_by: number; now: Date }
>(
  'confirmations.insert',
  `insert into pending_confirmations (kind, subject_id, payload, requested_by, requested_at)
   values (:kind, :subject_id, :payload::jsonb, :requested_by, :now::timestamptz)
   on conflict (kind, subject_id) where confirmed_at is null and rejected_at is null do nothing
   returning id`,
)
const columns =
  'c.id, c.kind, c.subject_id, c.payload, c.requested_by, c.requested_at, c.confirmed_at, c.rejected_at'
const one = statement<PendingConfirmation, { id: number }>(
  'confirmations.one',
  `select ${columns} from pending_confirmations c where c.id = :id for update`,
)
const confirm = statement<never, { id: number; by: number; now: Date }>(
  'confirmations.confirm',
  'update pending_confirmations set confirmed_by = :by, confirmed_at = :now::timestamptz where id = :id',
)
const reject = statement<never, { id: number; by: number; now: Date }>(
  'confirmations.reject',
  'update pending_confirmations set rejected_by = :by, rejected_at = :now::timestamptz where id = :id',
)
const dropWaiting = statement<never, { subject_id: number }>(
  'confirmations.dropWaiting',
  'delete from pending_confirmations where subject_id = :subject_id and confirmed_at is null and rejected_at is null',
)

const fullName = (person: string) =>
  `concat_ws(' ', ${person}.first_name, nullif(${person}.last_name, ''), nullif(${person}.second_name, ''))`
const isWaiting = 'c.confirmed_at is null and c.rejected_at is null'
const isDecided = '(c.confirmed_at is not null or c.rejected_at is not null)'
const page = (name: string, condition: string, order: string) =>
  statement<ListedConfirmation, { limit_rows: number; offset_rows: number }>(
    `confirmations.list.${name}`,
    `select ${columns}, ${fullName('s')} as subject_name, s.rol as subject_role, s.document_type_id, s.document_number,
       ${fullName('r')} as requester_name, case when d.id is not null then ${fullName('d')} end as decider_name
     from pending_confirmations c join people s on s.id = c.subject_id join people r on r.id = c.requested_by
       left join people d on d.id = coalesce(c.confirmed_by, c.rejected_by)
     where ${condition} order by ${order} limit :limit_rows offset :offset_rows`,
  )
const count = (name: string, condition: string) =>
  statement<{ count: number }>(
    `confirmations.count.${name}`,
    `select count(*)::int as count from
       (select 1 from pending_confirmations c where ${condition} limit ${exactTotal + 1}) counted`,
  )
const lists = {
  pendiente: {
    page: page('waiting', isWaiting, 'c.requested_at, c.id'),
    count: count('waiting', isWaiting),
  },
  resuelta: {
    page: page('decided', isDecided, 'coalesce(c.confirmed_at, c.rejected_at) desc, c.id desc'),
    count: count('decided', isDecided),
  },
}

export function createConfirmationsStore(db: Database) {
  return {
    /** Returns null if the same change of this person waits already. */
    insert: async (
      tx: Queries,
      request: { kind: string; subjectId: number; payload: object; requestedBy: number },
      now: Date,
    ) => {
      const { kind, subjectId, payload, requestedBy } = request
      const [row] = await tx.run(insert, {
        kind,
        subject_id: subjectId,
        payload: JSON.stringify(payload),
        requested_by: requestedBy,
        now,
      })
      return row?.id ?? null
    },
    /** Returns one change, locked until the transaction ends; null for an unknown one. */
    find: async (tx: Queries, id: number) => (await tx.run(one, { id }))[0] ?? null,
    confirm: async (tx: Queries, id: number, by: number, now: Date) => {
      await tx.run(confirm, { id, by, now })
    },
    reject: async (tx: Queries, id: number, by: number, now: Date) => {
      await tx.run(reject, { id, by, now })
    },
    /** Removes what waits about a person. */
    dropWaiting: async (tx: Queries, subjectId: number) => {
      await tx.run(dropWaiting, { subject_id: subjectId })
    },
    list: async (state: keyof typeof lists, { page, limit }: Page): Promise<Paged<ListedConfirmation>> => {
      const [rows, [counted]] = await Promise.all([
        db.run(lists[state].page, { limit_rows: limit, offset_rows: (page - 1) * limit }),
        db.run(lists[state].count, []),
      ])
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
  }
}

export type ConfirmationsStore = ReturnType<typeof createConfirmationsStore>
