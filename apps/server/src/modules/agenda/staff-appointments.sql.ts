import { orderRows, toCount, toFullName } from '../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { StaffAppointmentsSql } from './staff-appointments.sql.generated.ts'

const sql = defineSql<StaffAppointmentsSql, { modality: 'presencial' | 'telemedicina' }>('agenda')

export type AppointmentRow = Row<typeof listBetween>

// Appointments from an archive have the site and the place within it in separate columns.
const placeOfAppointment = `case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
  else concat_ws(', ', a.place_care, a.place_detail) end`
const appointmentColumns = `a.id as id_appointment!, a.patient_id, a.booked_by, a.reserved_group, a.starts_at, a.ends_at,
  ${toFullName('p')} as patient_full_name!, a.doctor_name,
  ${placeOfAppointment} as place!, a.modality, a.confirmed_at, a.private_since is not null as is_private!, a.ical_sequence as sequence!,
  a.starts_at > :now::timestamptz and not exists (select from slots s
    where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside!`
const bookedAppointments = `from appointments a join people p on p.id = a.patient_id where a.state = 'booked'`

// The sites to which a member of staff is limited; null: every site.
const isAtSites = '(:sites?::int[] is null or a.office_id = any(:sites?::int[]))'

export const listBetween = sql('listBetween')`
  select ${appointmentColumns} ${bookedAppointments} and a.professional_id = :professional_id and a.starts_at >= :from::timestamptz
    and a.starts_at < :to::timestamptz and ${isAtSites} order by a.starts_at, a.id`
export const findAppointment = sql('findAppointment')`
  select ${appointmentColumns} ${bookedAppointments} and a.professional_id is not null and a.outside_id is null and a.id = :id
    and ${isAtSites}`
const isUpcoming =
  'a.professional_id is not null and a.outside_id is null and a.starts_at > :now::timestamptz'
// Read in the order of the index: upcoming appointments are few compared with those of past years, and the last in the table.
export const countUpcoming = sql('countUpcoming')`${toCount(
  `from appointments a where a.state = 'booked' and ${isUpcoming} and ${isAtSites} order by a.starts_at, a.id`,
)}`
export const listUpcoming = sql('upcoming', { isReplanned: true })`
  select ${appointmentColumns} ${bookedAppointments} and ${isUpcoming} and ${isAtSites}
  ${orderRows({ starts_at: 'a.starts_at' }, 'a.starts_at, a.id')} limit :limit_rows::int offset :offset_rows::int`
export const listWithin = sql('listWithin')`
  select ${appointmentColumns} ${bookedAppointments} and a.professional_id = :professional_id and a.starts_at > :now::timestamptz
    and a.starts_at < :to::timestamptz and a.ends_at > :from::timestamptz order by a.starts_at, a.id`
export const listOffSchedule = sql('listOffSchedule')`
  select ${appointmentColumns} ${bookedAppointments} and a.professional_id = :professional_id and a.starts_at > :now::timestamptz
    and not exists (select from slots s where s.professional_id = a.professional_id and s.starts_at = a.starts_at)
  order by a.starts_at, a.id limit 100`
/** Appointments that a holiday leaves without a slot, without professionals who work then and additional times. */
export const listOnHoliday = sql('listOnHoliday')`
  select ${appointmentColumns} ${bookedAppointments} and a.professional_id is not null and a.starts_at > :now::timestamptz
    and a.starts_at >= :from::timestamptz and a.starts_at < :to::timestamptz
    and not exists (select from schedule_exceptions e where e.professional_id = a.professional_id and e.kind = 'open'
      and e.starts_at <= a.starts_at and e.ends_at >= a.ends_at)
    and not exists (select from schedules c where c.professional_id = a.professional_id and c.on_holidays
      and c.weekday = extract(dow from :day::date) and c.valid_from <= :day::date
      and (c.valid_to is null or c.valid_to >= :day::date)
      and c.starts <= (a.starts_at at time zone 'America/Santiago')::time
      and c.ends > (a.starts_at at time zone 'America/Santiago')::time)
  order by a.starts_at, a.doctor_name, a.id limit 1000`

const placeOfSlot = `case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = '' then o.name
  else concat_ws(', ', o.name, s.room) end`
/** Condition for a slot to which an appointment can be moved: of the same service, and long enough for its procedure. */
const fits = `s.service_code = a.specialty_code and s.ends_at - s.starts_at >= make_interval(mins => coalesce((
  select q.minutes from procedures q where 'procedure:' || q.code = a.service_item), 0))`
export const listTargets = sql('targets')`
  select s.id, s.starts_at, s.ends_at, r.name as doctor_name!, ${placeOfSlot} as place!, s.modality
  from appointments a join slots s on ${fits} and (:all_professionals::boolean or s.professional_id = a.professional_id)
    join professionals r on r.id = s.professional_id and r.active
    join offices o on o.id = s.office_id and o.retired_at is null
  where a.id = :id and (:sites?::int[] is null or s.office_id = any(:sites?::int[])) and s.starts_at >= :from::timestamptz and s.starts_at < :to::timestamptz and s.starts_at > :now::timestamptz
    and not s.taken and not exists (select from appointments b where b.professional_id = s.professional_id and b.state = 'booked'
      and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
    and not exists (select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > :now::timestamptz)
  order by s.starts_at, r.name limit 500`

export const lockPatient = sql('lockPatient')`select id from people where id = :id for no key update`
export const lockAppointment = sql('lockAppointment')`
  select ical_sequence as sequence! from appointments
  where id = :id and state = 'booked' and starts_at > :now::timestamptz for update`

export const findTargetSlot = sql('targetSlot')`
  select s.professional_id, r.rut as rut_professional!, r.name as doctor_name!, s.office_id, o.name as place_care!, o.address,
    ${placeOfSlot} as place_detail!, s.modality, s.starts_at, s.ends_at
  from slots s join professionals r on r.id = s.professional_id
    join offices o on o.id = s.office_id and o.retired_at is null
    join appointments a on a.id = :id and ${fits}
  where s.id = :slot_id and (:sites?::int[] is null or s.office_id = any(:sites?::int[]))`
