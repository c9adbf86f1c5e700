import type { AppointmentFacts } from '@mi-portal/contract/appointments'
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const bookedFor = statement<
  AppointmentFacts & { patient_full_name: string },
  { booked_by: number; now: Date }
>(
  'booking.bookedFor',
  `select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context, a.place_care,
     a.place_detail, a.modality, a.starts_at, a.ends_at, (select image_key from professionals where rut = a.rut_professional) as image_key,
     concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name
   from appointments a join people p on p.id = a.patient_id
   where a.booked_by = :booked_by and a.patient_id <> :booked_by and a.state = 'booked' and a.ends_at > :now::timestamptz
   order by a.starts_at, a.id limit 100`,
)

type BusyRow = {
  readonly id: number
  readonly patient_id: number
  readonly first_name: string
  readonly reserved: boolean
  readonly booked_by: number | null
  readonly office_id: number
  readonly starts_at: Date
  readonly ends_at: Date
}

/** Appointments of a person and of the members of their group. */
const busyTimes = statement<BusyRow, { person_id: number; from: Date; until: Date }>(
  'booking.busyTimes',
  `select a.id, a.patient_id, p.first_name, a.reserved_group is not null as reserved, a.booked_by, a.office_id, a.starts_at, a.ends_at
   from appointments a join people p on p.id = a.patient_id
   where a.patient_id = any(array(
       select :person_id::int union select member_id from family_links where leader_id = :person_id and state = 'approved'))
     and a.state = 'booked' and a.starts_at < :until::timestamptz and a.ends_at > :from::timestamptz
     and a.starts_at > :from::timestamptz - interval '24 hours'
   order by a.starts_at, a.id limit 500`,
)

export type CalendarEntry = AppointmentFacts & {
  readonly ical_sequence: number
  readonly state: 'booked' | 'cancelled'
  readonly created_at: Date
  readonly address: string
  readonly reserved: boolean
  readonly booked_by: number | null
  readonly office_id: number
  /** `exam:1063`, `procedure:P001` */
  readonly service_item: string | null
  /** Whether a partner portal notifies and reminds the patient. */
  readonly told_elsewhere: boolean
  /** False for an appointment that was imported from another system, which has its calendar. */
  readonly can_move: boolean
}
const calendarEntry = statement<CalendarEntry, { id: number }>(
  'booking.calendarEntry',
  `select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
     a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.ical_sequence, a.state, a.created_at,
     case when a.outside_id is null or o.name = a.place_care then o.address else '' end as address,
     a.reserved_group is not null as reserved, a.booked_by, a.office_id, a.service_item, a.told_elsewhere,
     (select image_key from professionals where rut = a.rut_professional) as image_key,
     not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move
   from appointments a join offices o on o.id = a.office_id where a.id = :id`,
)

export function createBookedAppointmentsStore(db: Database) {
  return {
    bookedFor: (personId: number, now: Date) => db.run(bookedFor, { booked_by: personId, now }),
    busyTimes: (personId: number, from: Date, until: Date) =>
      db.run(busyTimes, { person_id: personId, from, until }),
    calendarEntry: async (id: number) => (await db.run(calendarEntry, { id }))[0] ?? null,
  }
}

export type BookedAppointmentsStore = ReturnType<typeof createBookedAppointmentsStore>
