import type { Attendance } from '@mi-portal/contract/attendance'
import { exactTotal } from '@mi-portal/contract/calls/paging'
import { defineSql } from '../../../platform/database/statement.ts'
import { mostOfPatient } from '../../../ports/clinical-archive.ts'
import { toCountedPage } from '../counted-page.ts'
import type { AppointmentsSql } from './appointments.sql.generated.ts'
import { eachPatient } from './readings.ts'

const sql = defineSql<
  AppointmentsSql,
  { modality: 'presencial' | 'telemedicina'; attendance: Attendance; state: 'booked' | 'cancelled' }
>('archive')

// A private appointment has the reserved group `SOLO_YO`, which the index of a patient's appointments contains.
const appointmentColumns = `id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private!,
  (select image_key from professionals where rut = rut_professional) as image_key`

const writePage = (condition: string, order: string, unreserved: boolean) =>
  toCountedPage({
    columns: appointmentColumns,
    from: `from appointments where patient_id = :patient_id and ${condition}
      ${unreserved ? 'and reserved_group is null' : ''}`,
    order,
  })

// No appointment is longer than a day, so upcoming ones are one contiguous range of the index.
const writeUpcoming = (unreserved: boolean) =>
  writePage(
    `state = 'booked' and starts_at > :now::timestamptz - interval '24 hours' and ends_at > :now::timestamptz`,
    'starts_at, id',
    unreserved,
  )
export const upcoming = {
  whole: sql('upcoming', { isFrequent: true })`${writeUpcoming(false)}`,
  unreserved: sql('upcomingUnreserved', { isFrequent: true })`${writeUpcoming(true)}`,
}

const writePast = (unreserved: boolean) =>
  writePage(
    `state = 'booked' and starts_at < :now::timestamptz and ends_at <= :now::timestamptz`,
    'starts_at desc, id desc',
    unreserved,
  )
export const past = {
  whole: sql('past', { isFrequent: true })`${writePast(false)}`,
  unreserved: sql('pastUnreserved', { isFrequent: true })`${writePast(true)}`,
}

const writeCancelled = (unreserved: boolean) =>
  writePage(`state = 'cancelled'`, 'starts_at desc, id desc', unreserved)
export const cancelled = {
  whole: sql('cancelled', { isFrequent: true })`${writeCancelled(false)}`,
  unreserved: sql('cancelledUnreserved', { isFrequent: true })`${writeCancelled(true)}`,
}

export const upcomingUntil = sql('upcomingUntil', { isFrequent: true })`
  select a.* from ${eachPatient} cross join lateral (
    select ${appointmentColumns} from appointments
    where patient_id = asked.patient_id and state = 'booked' and starts_at > :now::timestamptz - interval '24 hours'
      and ends_at > :now::timestamptz and starts_at < :until::timestamptz
      and (not asked.unreserved or reserved_group is null)
    order by starts_at, id limit ${mostOfPatient}
  ) a order by a.starts_at, a.id`

const agendaColumns = `a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
  a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.private_since is not null as is_private!,
  (select image_key from professionals where rut = a.rut_professional) as image_key, a.booked_by, a.confirmed_at, a.attendance,
  concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name!,
  case when b.rol = 'STANDART_ROLE' and is_open(b) then concat_ws(' ', b.first_name, b.last_name) end as booker_name,
  case when a.outside_id is null or o.name = a.place_care then o.office_id end as site,
  a.professional_id is not null and a.outside_id is null as in_own_calendar!,
  exists (select from appointment_orders m where m.appointment_id = a.id) as has_order!,
  case when a.service_item like 'exam:%' then true
    else coalesce((select d.requires_order from procedures d
      where d.code = substr(a.service_item, 11) and a.service_item like 'procedure:%'), false) end as needs_order!,
  not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move!`

const agendaTables = `join people p on p.id = a.patient_id
  left join people b on b.id = a.booked_by and b.id <> a.patient_id
  join offices o on o.id = a.office_id`

export const selectAppointment = sql('appointment')`
  select ${agendaColumns}, a.state, a.reserved_group is not null as reserved! from appointments a ${agendaTables} where a.id = :id`

// `without_reserved`: 1 for each person whose reserved appointments are left out, 0 for the others. `bookers`: the booker whose
// appointments alone are listed, or 0 for all appointments of the person. No appointment is longer than a day.
function writeAgenda(when: string, direction: 'asc' | 'desc'): string {
  const readers = `unnest(:patient_ids::int[], :without_reserved::int[], :bookers::int[])
    as r (patient_id, without_reserved, booker)`
  const order = `a.starts_at ${direction}, a.id ${direction}`
  const visible = `a.patient_id = r.patient_id and a.state = 'booked' and ${when}
    and (r.without_reserved = 0 or a.reserved_group is null)`
  // A whole record is read from the index of its patient, the appointments of a booker from the index of the booker.
  const toRows = (limit: string) => `(
    (select a.id, a.starts_at from appointments a where r.booker = 0 and ${visible} order by ${order} limit ${limit})
    union all
    (select a.id, a.starts_at from appointments a where r.booker <> 0 and a.booked_by = r.booker and a.booked_by <> a.patient_id
       and ${visible} order by ${order} limit ${limit})) a`
  return `with counted as (
       select count(*)::int as total from (
         select from ${readers} cross join lateral ${toRows(String(exactTotal + 1))} limit ${exactTotal + 1}) c
     ), page as (
       select a.id, a.starts_at from ${readers} cross join lateral ${toRows(':last_row')}
       order by ${order} limit :limit_rows offset :offset_rows
     )
     select counted.total as total!, listed.* from counted left join (
       select ${agendaColumns} from page join appointments a on a.id = page.id ${agendaTables}
     ) listed on true
     order by listed.starts_at ${direction}, listed.id ${direction}`
}
const upcomingPeriod = `a.starts_at > :now::timestamptz - interval '24 hours' and a.ends_at > :now::timestamptz`
const pastPeriod = 'a.starts_at < :now::timestamptz and a.ends_at <= :now::timestamptz'
export const agenda = {
  upcoming: sql('agenda.upcoming')`${writeAgenda(upcomingPeriod, 'asc')}`,
  past: sql('agenda.past')`${writeAgenda(pastPeriod, 'desc')}`,
}
