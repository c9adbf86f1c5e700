import type { OrderedPage, Paged } from '@mi-portal/contract/calls/paging'
import type { Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { type Queries, readPage } from '../../platform/database/database.ts'
import { orderRows, toCount } from '../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { ConfirmationsSql } from './confirmations.sql.generated.ts'

const sql = defineSql<ConfirmationsSql, { subject_role: Role; document_type_id: DocumentTypeId }>(
  'confirmations',
)

export type PendingConfirmation = Row<typeof find>

export type ListedConfirmation = Row<(typeof lists)['pendiente']['page']>

type NewConfirmation = {
  readonly kind: string
  readonly subject_id: number
  readonly target: string
  readonly payload: string
  readonly changes: string
  readonly emails: readonly string[]
  readonly requested_by: number
  readonly effective_at: Date | null
}

const insertSql = sql('insert')`
  insert into pending_confirmations (kind, subject_id, target, payload, changes, emails, requested_by, requested_at, effective_at)
  values (:kind, :subject_id, :target, :payload::jsonb, :changes::jsonb, :emails::text[], :requested_by, :now::timestamptz,
    :effective_at?::timestamptz)
  on conflict (kind, subject_id, target) where confirmed_at is null and rejected_at is null and expired_at is null
    do nothing
  returning id`
const columns = `c.id, c.kind, c.subject_id, c.payload, c.changes, c.emails, c.requested_by, c.requested_at, c.confirmed_at,
  c.rejected_at, c.rejected_by, c.rejection_reason, c.expired_at, c.effective_at`
export const find = sql('one')`select ${columns} from pending_confirmations c where c.id = :id for update`
const kindSql = sql('kind')`select c.kind from pending_confirmations c where c.id = :id`
// An account that was not opened leaves nothing of what was typed for it.
const forgetsForm = `changes = case when kind = 'account-opening' then '[]' else changes end`
// A decided change stays in the list with its values. What was needed to make it is no longer stored.
export const confirm = sql('confirm')`
  update pending_confirmations set confirmed_by = :by?::int, confirmed_at = :now::timestamptz, payload = '{}', emails = '{}'
  where id = :id`
export const reject = sql('reject')`
  update pending_confirmations set rejected_by = :by, rejected_at = :now::timestamptz, rejection_reason = :reason?,
    payload = '{}', emails = '{}', ${forgetsForm}
  where id = :id`
const waitingSince = sql('waitingSince')`
  select c.id from pending_confirmations c where is_waiting(c) and c.requested_at <= :requested_before::timestamptz
  order by c.requested_at, c.id limit 200`
export const expire = sql('expire')`
  update pending_confirmations set expired_at = :now::timestamptz, payload = '{}', emails = '{}', ${forgetsForm}
  where id = :id`
const due = sql('due')`
  select c.id from pending_confirmations c where is_waiting(c) and c.effective_at <= :now::timestamptz
  order by c.effective_at, c.id limit 200`
// Of two servers, the second waits and finds the change decided.
export const isDue = sql('dueOne')`
  select c.id from pending_confirmations c where c.id = :id and is_waiting(c) and c.effective_at <= :now::timestamptz for update`
export const requireSecond = sql('requireSecond')`
  update pending_confirmations set effective_at = null where id = :id`
export const listWaitingForPerson = sql('listWaitingBetween')`
  select c.id from pending_confirmations c
  where is_waiting(c) and (c.requested_by = :by?::int or c.subject_id = :about?::int) order by c.id`
export const listEnded = sql('ended')`
  select c.id from pending_confirmations c
  where is_waiting(c) and (:subject_id?::int is null or c.subject_id = :subject_id?::int) and has_ended_object(c)
  order by c.id limit 200`
const dropWaiting = sql('dropWaiting')`
  delete from pending_confirmations c where c.subject_id = :subject_id and is_waiting(c)`
const eraseValues = sql('eraseValues')`
  update pending_confirmations set changes = '[]', emails = '{}' where subject_id = :subject_id`

const fullName = (person: string) =>
  `concat_ws(' ', ${person}.first_name, nullif(${person}.last_name, ''), nullif(${person}.second_name, ''))`
const isDecided = 'num_nonnulls(c.confirmed_at, c.rejected_at, c.expired_at) = 1'
const ofPerson = '(:person?::int is null or c.subject_id = :person?::int)'
const page = (name: 'listWaiting' | 'listDecided', condition: string, usual: string) =>
  sql(name, { isReplanned: true })`
    select ${columns}, ${fullName('s')} as subject_name!, s.rol as subject_role!, s.document_type_id as document_type_id!, s.document_number as document_number!,
      ${fullName('r')} as requester_name!, case when d.id is not null then ${fullName('d')} end as decider_name
    from pending_confirmations c join people s on s.id = c.subject_id join people r on r.id = c.requested_by
      left join people d on d.id = coalesce(c.confirmed_by, c.rejected_by)
    where ${condition} and ${ofPerson}
    ${orderRows({ kind: 'c.kind', requested_at: 'c.requested_at' }, usual)} limit :limit_rows::int offset :offset_rows::int`
const count = (name: 'countWaiting' | 'countDecided', condition: string) =>
  sql(name)`${toCount(`from pending_confirmations c where ${condition} and ${ofPerson}`)}`
const lists = {
  pendiente: {
    page: page('listWaiting', 'is_waiting(c)', 'c.requested_at, c.id'),
    count: count('countWaiting', 'is_waiting(c)'),
  },
  resuelta: {
    page: page(
      'listDecided',
      isDecided,
      'coalesce(c.confirmed_at, c.rejected_at, c.expired_at) desc, c.id desc',
    ),
    count: count('countDecided', isDecided),
  },
}

export const insert = async (tx: Queries, request: NewConfirmation, now: Date) =>
  (await tx.run(insertSql, { ...request, now }))[0]?.id ?? null

export const findKind = async (db: Queries, id: number) => (await db.run(kindSql, { id }))[0]?.kind ?? null

export const listWaitingSince = async (db: Queries, requestedBefore: Date) =>
  (await db.run(waitingSince, { requested_before: requestedBefore })).map(({ id }) => id)

export const listDue = async (db: Queries, now: Date) => (await db.run(due, { now })).map(({ id }) => id)

/** Removes what waits about a person who closed the account, and the values of what was decided. */
export const forget = async (tx: Queries, subjectId: number) => {
  await tx.run(dropWaiting, { subject_id: subjectId })
  await tx.run(eraseValues, { subject_id: subjectId })
}

export const list = (
  db: Queries,
  state: keyof typeof lists,
  person: number | null,
  page: OrderedPage,
): Promise<Paged<ListedConfirmation>> => readPage(db, lists[state].page, lists[state].count, { person }, page)
