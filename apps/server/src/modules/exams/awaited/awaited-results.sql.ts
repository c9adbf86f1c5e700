import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Day } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { AwaitedResultsSql } from './awaited-results.sql.generated.ts'

const sql = defineSql<AwaitedResultsSql, { document_type_id: DocumentTypeId }>('awaitedResults')

const clinicHolidaysSql = sql(
  'holidays',
  `select day::text as day! from holidays where source = 'staff' and day >= :from::date order by day limit 400`,
)

/** An appointment of an exam that is over. */
export type EndedAppointment = Row<typeof endedSql>

const endedSql = sql(
  'ended',
  `select a.id, a.patient_id, a.specialty_code, a.starts_at, a.reserved_group from appointments a
   where a.state = 'booked' and a.starts_at > :from::timestamptz and a.starts_at < :now::timestamptz and a.ends_at <= :now::timestamptz
     and a.specialty_code = any(:services::int[]) and a.id > :after_id and a.attendance is distinct from 'missed'
     and not exists (select from late_results l where l.appointment_id = a.id)
   order by a.id limit 500`,
)

// Of two servers only one inserts the row.
const claimSql = sql(
  'claim',
  `insert into late_results (appointment_id, notified_at) values (:appointment_id, :now::timestamptz)
   on conflict (appointment_id) do nothing returning appointment_id`,
)

/** An appointment whose result was late when the portal last looked. */
export type OpenLateResult = Row<typeof listOpenLateSql>

/** `sites`: the sites to which a member of staff is limited; null: every site. */
type OpenLate = {
  readonly services: readonly number[]
  readonly from: Date
  readonly sites: readonly number[] | null
}

const openLate = `from late_results l join appointments a on a.id = l.appointment_id join people p on p.id = a.patient_id
  where l.arrived_at is null and a.state = 'booked' and a.attendance is distinct from 'missed' and p.deleted_at is null
    and a.starts_at >= :from::timestamptz and a.specialty_code = any(:services::int[])
    and (:sites?::int[] is null or a.office_id = any(:sites?::int[]))`

const listOpenLateSql = sql(
  'listOpenLate',
  `select a.id, a.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name!,
     p.document_type_id::int as document_type_id!, p.document_number, p.document_country,
     a.specialty, a.sub_context, a.specialty_code, a.place_care, a.starts_at
   ${openLate} order by a.starts_at, a.id limit :limit_rows::int offset :offset_rows::int`,
)
const countOpenLate = sql(
  'countOpenLate',
  `select count(*)::int as count! from (select 1 ${openLate} limit ${exactTotal + 1}) counted`,
)
const markArrivedSql = sql(
  'markArrived',
  `update late_results set arrived_at = :now::timestamptz
   where appointment_id = any(:ids::int[]) and arrived_at is null`,
)

/** Returns the holidays that staff added from a day on. */
export const clinicHolidays = async (db: Queries, from: Day): Promise<ReadonlySet<Day>> =>
  new Set((await db.run(clinicHolidaysSql, { from })).map(({ day }) => day))

/** Returns appointments of these services that ended since an instant and of which no notice went out, by their ids. */
export const ended = (db: Queries, services: readonly number[], from: Date, now: Date, afterId: number) =>
  db.run(endedSql, { services, from, now, after_id: afterId })

/** Returns a page of the late results of these services, the oldest first. */
export const listOpenLate = async (
  db: Queries,
  asked: OpenLate,
  { page, limit }: Page,
): Promise<Paged<OpenLateResult>> => {
  const window = { limit_rows: limit, offset_rows: (page - 1) * limit }
  const [rows, [counted]] = await Promise.all([
    db.run(listOpenLateSql, { ...asked, ...window }),
    db.run(countOpenLate, asked),
  ])
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

/** Records that the results of these appointments have arrived. */
export const markArrived = async (db: Queries, ids: readonly number[], now: Date) => {
  await db.run(markArrivedSql, { ids, now })
}

/** Records that the patient is notified. Returns false if that happened before. */
export const claim = async (tx: Queries, appointmentId: number, now: Date) =>
  (await tx.run(claimSql, { appointment_id: appointmentId, now })).length > 0
