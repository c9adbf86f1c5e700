import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { BookedAppointmentsSql } from './booked-appointments.sql.generated.ts'

const sql = defineSql<
  BookedAppointmentsSql,
  { modality: 'presencial' | 'telemedicina'; state: 'cancelled' | 'booked' }
>('booking')

const bookedForSql = sql(
  'bookedFor',
  `select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context, a.place_care,
     a.place_detail, a.modality, a.starts_at, a.ends_at, (select image_key from professionals where rut = a.rut_professional) as image_key,
     concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name!
   from appointments a join people p on p.id = a.patient_id
   where a.booked_by = :booked_by and a.patient_id <> :booked_by and a.state = 'booked' and a.ends_at > :now::timestamptz
   order by a.starts_at, a.id limit 100`,
)

/** Appointments of a person and of the members of their group. */
const busyTimesSql = sql(
  'busyTimes',
  `select a.id, a.patient_id, p.first_name, a.reserved_group is not null as reserved!, a.booked_by, a.office_id, a.starts_at, a.ends_at
   from appointments a join people p on p.id = a.patient_id
   where a.patient_id = any(array(
       select :person_id::int union select member_id from family_links where leader_id = :person_id and state = 'approved'))
     and a.state = 'booked' and a.starts_at < :until::timestamptz and a.ends_at > :from::timestamptz
     and a.starts_at > :from::timestamptz - interval '24 hours'
   order by a.starts_at, a.id limit 500`,
)

export type CalendarEntry = Row<typeof calendarEntrySql>
const calendarEntrySql = sql(
  'calendarEntry',
  `select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
     a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.ical_sequence, a.state, a.created_at,
     case when a.outside_id is null or o.name = a.place_care then o.address else '' end as address!,
     a.reserved_group is not null as reserved!, a.booked_by, a.office_id, a.service_item, a.told_elsewhere,
     (select image_key from professionals where rut = a.rut_professional) as image_key,
     not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move!
   from appointments a join offices o on o.id = a.office_id where a.id = :id`,
)

export const bookedFor = (db: Queries, personId: number, now: Date) =>
  db.run(bookedForSql, { booked_by: personId, now })

export const busyTimes = (db: Queries, personId: number, from: Date, until: Date) =>
  db.run(busyTimesSql, { person_id: personId, from, until })

export const calendarEntry = async (db: Queries, id: number) =>
  (await db.run(calendarEntrySql, { id }))[0] ?? null
