import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { orderRows, toCount, toFullName, toSorted } from '../../../platform/database/sql-parts.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { AwaitedResultsSql } from './awaited-results.sql.generated.ts'

const sql = defineSql<AwaitedResultsSql, { document_type_id: DocumentTypeId }>('awaitedResults')

export const listClinicHolidays = sql('holidays')`
  select day::text as day! from holidays where source = 'staff' and day >= :from::date order by day limit 400`

/** Lists appointments of these services that ended since an instant and of which no notice went out, by their ids. */
export const listEnded = sql('ended')`
  select a.id, a.patient_id, a.specialty_code, a.starts_at, a.reserved_group from appointments a
  where a.state = 'booked' and a.starts_at > :from::timestamptz and a.starts_at < :now::timestamptz and a.ends_at <= :now::timestamptz
    and a.specialty_code = any(:services::int[]) and a.id > :after_id and a.attendance is distinct from 'missed'
    and not exists (select from late_results l where l.appointment_id = a.id)
  order by a.id limit 500`

/** Of two servers only one inserts the row. */
export const claimLateResult = sql('claim')`
  insert into late_results (appointment_id, notified_at) values (:appointment_id, :now::timestamptz)
  on conflict (appointment_id) do nothing returning appointment_id`

/** `sites`: the sites to which a member of staff is limited; null: every site. */
const openLate = `from late_results l join appointments a on a.id = l.appointment_id join people p on p.id = a.patient_id
  where l.arrived_at is null and a.state = 'booked' and a.attendance is distinct from 'missed' and p.deleted_at is null
    and a.starts_at >= :from::timestamptz and a.specialty_code = any(:services::int[])
    and (:sites?::int[] is null or a.office_id = any(:sites?::int[]))`

const order = orderRows(
  {
    patient_full_name: toSorted(toFullName('p')),
    place: toSorted('a.place_care'),
    taken_on: 'a.starts_at',
  },
  'a.starts_at, a.id',
)

export const listOpenLate = sql('listOpenLate', { isReplanned: true })`
  select a.id, a.patient_id, ${toFullName('p')} as patient_full_name!,
    p.document_type_id::int as document_type_id!, p.document_number, p.document_country,
    a.specialty, a.sub_context, a.specialty_code, a.place_care, a.starts_at
  ${openLate} ${order} limit :limit_rows::int offset :offset_rows::int`

export const countOpenLate = sql('countOpenLate')`${toCount(openLate)}`

export const markArrived = sql('markArrived')`
  update late_results set arrived_at = :now::timestamptz
  where appointment_id = any(:ids::int[]) and arrived_at is null`
