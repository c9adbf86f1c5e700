import type { Attendance, StartedAppointment } from '@mi-portal/contract/attendance'
import { insertReads, orderRows, toCount, toFullName, toSorted } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { AttendanceSql } from './attendance.sql.generated.ts'

const sql = defineSql<AttendanceSql, { attendance: Attendance; modality: StartedAppointment['modality'] }>(
  'attendance',
)

const columns = `a.id as id_appointment, a.patient_id, ${toFullName('p')} as patient_full_name!, a.starts_at, a.ends_at, a.doctor_name,
  case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place!, a.modality, a.attendance, a.attendance_at,
  (select concat_ws(' ', s.first_name, s.last_name) from people s where s.id = a.attendance_by) as attendance_by`
const isAtSites = '(:sites?::int[] is null or a.office_id = any(:sites?::int[]))'
// An appointment that another system reported as missed is stored as cancelled. The conditions are those of the indexes.
const isRecordable = `(a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed'))`

/** Lists one more than the rows that are shown, so that the caller knows whether there are more. Each patient shown gets an audit entry. */
export const listDay = sql('day', { isFrequent: true })`
  with listed as materialized (select ${columns}, a.place_detail, case when a.reserved_group is null then a.specialty end as specialty, a.confirmed_at, p.document_type_id, p.document_number, p.document_country,
    extract(year from age((a.starts_at at time zone 'America/Santiago')::date, p.date_birth))::int as age, p.phone
  from appointments a join people p on p.id = a.patient_id
  where ${isRecordable} and a.starts_at >= :from::timestamptz and a.starts_at < :until::timestamptz
    and (:office_id?::int is null or a.office_id = :office_id?::int) and ${isAtSites}
  order by a.starts_at, a.id limit :shown_rows::int + 1
  ), noted as (
    ${insertReads(
      `select distinct :action::text as action, patient_id
       from (select patient_id from listed order by starts_at, id_appointment limit :shown_rows::int) shown`,
    )}
  ) select * from listed order by starts_at, id_appointment`

const ofPatient = `from appointments a join people p on p.id = a.patient_id
  where ${isRecordable} and a.patient_id = :patient_id and a.starts_at <= :now::timestamptz and ${isAtSites}`

const order = orderRows(
  { starts_at: 'a.starts_at', doctor_name: toSorted('a.doctor_name') },
  'a.starts_at desc, a.id desc',
)
export const listPatient = sql('patient', { isReplanned: true })`
  select ${columns} ${ofPatient} ${order} limit :limit_rows::int offset :offset_rows::int`

export const countPatient = sql('countPatient')`${toCount(ofPatient)}`

export const findAppointment = sql('one')`
  select ${columns} from appointments a join people p on p.id = a.patient_id
  where a.id = :id and ${isRecordable} and ${isAtSites}`
