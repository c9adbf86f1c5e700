import type { Database } from '../../../platform/database/database.ts'
import { frequentStatement, statement } from '../../../platform/database/statement.ts'
import {
  type ArchivedAppointment,
  type ClinicalArchive,
  mostOfPatient,
  type StoredAppointment,
} from '../../../ports/clinical-archive.ts'
import { agendaColumns, agendaTables, createAgendaReading } from '../agenda.ts'
import { type Counted, paged, toWindow, type Window } from '../counted-page.ts'
import {
  chosen,
  eachPatient,
  type Pair,
  pageStatement,
  pair,
  type Several,
  several,
} from './patient-statements.ts'

// A private appointment has the reserved group `SOLO_YO`, which the index of a patient's appointments contains.
const appointmentColumns = `id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private,
  (select image_key from professionals where rut = rut_professional) as image_key`

type Timed = { readonly patient_id: number; readonly now: Date }

// No appointment is longer than a day, so upcoming ones are one contiguous range of the index.
function appointmentsPage(
  name: string,
  when: string,
  order: string,
): Pair<Counted<ArchivedAppointment>, Timed & Window> {
  return pair((suffix, unreserved) => {
    const from = `from appointments where patient_id = :patient_id and state = 'booked' and ${when}
      ${unreserved ? 'and reserved_group is null' : ''}`
    return pageStatement(`archive.${name}${suffix}`, { columns: appointmentColumns, from, order })
  })
}
const upcoming = appointmentsPage(
  'upcoming',
  `starts_at > :now::timestamptz - interval '24 hours' and ends_at > :now::timestamptz`,
  'starts_at, id',
)
const past = appointmentsPage(
  'past',
  'starts_at < :now::timestamptz and ends_at <= :now::timestamptz',
  'starts_at desc, id desc',
)

const upcomingUntil = frequentStatement<ArchivedAppointment, Several & { now: Date; until: Date }>(
  'archive.upcomingUntil',
  `select a.* from ${eachPatient} cross join lateral (
     select ${appointmentColumns} from appointments
     where patient_id = asked.patient_id and state = 'booked' and starts_at > :now::timestamptz - interval '24 hours'
       and ends_at > :now::timestamptz and starts_at < :until::timestamptz
       and (not asked.unreserved or reserved_group is null)
     order by starts_at, id limit ${mostOfPatient}
   ) a order by a.starts_at, a.id`,
)

const cancelled: Pair<Counted<ArchivedAppointment>, { patient_id: number } & Window> = pair(
  (suffix, unreserved) =>
    pageStatement(`archive.cancelled${suffix}`, {
      columns: appointmentColumns,
      from: `from appointments where patient_id = :patient_id and state = 'cancelled'
        ${unreserved ? 'and reserved_group is null' : ''}`,
      order: 'starts_at desc, id desc',
    }),
)

const selectAppointment = statement<StoredAppointment, { id: number }>(
  'archive.appointment',
  `select ${agendaColumns}, a.state, a.reserved_group is not null as reserved from appointments a ${agendaTables} where a.id = :id`,
)

type AppointmentReading = Pick<
  ClinicalArchive,
  'agenda' | 'upcoming' | 'upcomingUntil' | 'past' | 'cancelled' | 'appointment'
>

export function createAppointmentReading(db: Database): AppointmentReading {
  return {
    ...createAgendaReading(db),
    upcoming: async (of, now, page) =>
      paged(await db.run(chosen(upcoming, of), { patient_id: of.patientId, now, ...toWindow(page) })),
    upcomingUntil: (of, now, until) => db.run(upcomingUntil, { ...several(of), now, until }),
    past: async (of, now, page) =>
      paged(await db.run(chosen(past, of), { patient_id: of.patientId, now, ...toWindow(page) })),
    cancelled: async (of, page) =>
      paged(await db.run(chosen(cancelled, of), { patient_id: of.patientId, ...toWindow(page) })),
    appointment: async (id) => (await db.run(selectAppointment, { id }))[0] ?? null,
  }
}
