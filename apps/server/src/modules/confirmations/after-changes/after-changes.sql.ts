import type { OrderedPage, Paged } from '@mi-portal/contract/calls/paging'
import { daysAfterEmailChange, hoursAfterChange } from '@mi-portal/contract/confirmations'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { type Queries, readPage } from '../../../platform/database/database.ts'
import { orderRows, toCount, toSorted } from '../../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { AfterChangesSql } from './after-changes.sql.generated.ts'

const sql = defineSql<
  AfterChangesSql,
  { document_type_id: DocumentTypeId; rol: 'STANDART_ROLE' | 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE' }
>('confirmations')

export type SignInAfterChangeRow = Row<typeof listSql>

type Period = { readonly from: Date; readonly before: Date }

const fullName = (person: string) =>
  `concat_ws(' ', ${person}.first_name, nullif(${person}.last_name, ''), nullif(${person}.second_name, ''))`

const watchedTime = `case when e.action = 'account.unlock' or jsonb_exists(coalesce(e.detail -> 'changed', '[]'), 'email')
  then interval '${daysAfterEmailChange} days' else interval '${hoursAfterChange} hours' end`

// The changes come from the index of actions, and the first sign-in after each from the index of an account's sign-ins.
const found = `from audit_events e
   join lateral (
     select s.at from audit_events s
     where s.actor_id = e.patient_id and s.action = 'session.open' and s.outcome = 'done' and s.at > e.at
       and s.at <= e.at + ${watchedTime}
     order by s.at limit 1
   ) s on true
   join people p on p.id = e.patient_id join people c on c.id = e.actor_id
   where e.action in ('users.edit', 'account.lock', 'account.unlock', 'account.giveResetCode', 'confirmations.confirm') and e.outcome = 'done'
     and e.at >= :from::timestamptz - interval '${daysAfterEmailChange} days' and e.at < :before::timestamptz
     and e.actor_id <> e.patient_id and e.actor_role in ('ADMIN_ROLE', 'SUPER_ADMIN_ROLE')
     and (e.action in ('account.lock', 'account.unlock', 'account.giveResetCode')
       or (e.action = 'confirmations.confirm' and e.object = 'kind=second-factor-reset')
       or (e.action = 'users.edit'
         and jsonb_exists_any(e.detail -> 'changed', array['email', 'document_type_id', 'document_number', 'password'])))
     and s.at >= :from::timestamptz and s.at < :before::timestamptz`

const order = orderRows(
  { changed_by: toSorted(fullName('c')), changed_at: 'e.at', signed_in_at: 's.at' },
  's.at desc, e.id desc',
)
const listSql = sql('signInsAfterChanges', { isReplanned: true })`
  select e.id, p.id as person_id!, ${fullName('p')} as person_name!, p.document_type_id, p.document_number, e.action,
    e.detail as detail!, ${fullName('c')} as changed_by!, e.at as changed_at!, s.at as signed_in_at!
  ${found} ${order} limit :limit_rows::int offset :offset_rows::int`
const count = sql('countSignInsAfterChanges')`${toCount(found)}`
// Each row has two members of staff who made at least `least` changes together, and none with another colleague.
export const listExclusivePairs = sql('exclusivePairs')`
  with made as (
    select requested_by, confirmed_by from pending_confirmations c
    where c.confirmed_by is not null and c.confirmed_at >= :from::timestamptz and c.confirmed_at < :before::timestamptz
  ), pairs as (
    select least(requested_by, confirmed_by) as one!, greatest(requested_by, confirmed_by) as other!, count(*)::int as changes!
    from made group by 1, 2 having count(*) >= :least::int
  )
  select ${fullName('a')} as one!, ${fullName('b')} as other!, pairs.changes
  from pairs join people a on a.id = pairs.one join people b on b.id = pairs.other
  where not exists (
    select from made where (requested_by in (pairs.one, pairs.other)) <> (confirmed_by in (pairs.one, pairs.other)))
  order by pairs.changes desc, pairs.one`

export const list = (db: Queries, period: Period, page: OrderedPage): Promise<Paged<SignInAfterChangeRow>> =>
  readPage(db, listSql, count, period, page)
