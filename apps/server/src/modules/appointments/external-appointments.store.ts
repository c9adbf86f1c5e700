/** Reads and writes the appointments of an external scheduling service in the portal's record. */
import type { Appointment, AppointmentFacts } from '@mi-portal/contract/appointments'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const columns = `id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, (select image_key from professionals where rut = rut_professional) as image_key`
// The portal's site with the name of the service's site. Without one, or for a visit by video, any site stands in its place:
// its address is shown only where the names agree.
const officeNamed =
  '(select id from offices order by (name = :place_care) desc, retired_at is not null, id limit 1)'

const byExternalId = statement<AppointmentFacts, { outside_id: number }>(
  'externalAppointments.byExternalId',
  `select ${columns} from appointments where outside_id = :outside_id`,
)
const externalIdOf = statement<{ outside_id: number | null; patient_id: number }, { id: number }>(
  'externalAppointments.externalIdOf',
  'select outside_id, patient_id from appointments where id = :id',
)
const book = statement<AppointmentFacts, ReturnType<typeof parametersOf>>(
  'externalAppointments.book',
  `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
     modality, outside_id, place_care, place_detail, starts_at, ends_at, reserved_group, booked_by, created_at,
     service_item, office_id, state, scheduled)
   values (:patient_id, :rut_professional, :doctor_name, :specialty_code, :specialty, :sub_context, :modality,
     :outside_id, :place_care, :place_detail, :starts_at::timestamptz, :ends_at::timestamptz,
     coalesce(:reserved_group::text, (select reserved_group from services where code = :specialty_code)), :booked_by,
     :now::timestamptz, :service_item, ${officeNamed}, 'booked', true)
   on conflict (outside_id) where outside_id is not null do nothing
   returning ${columns}`,
)
const move = statement<AppointmentFacts, Omit<ReturnType<typeof parametersOf>, 'now'> & { id: number }>(
  'externalAppointments.move',
  `update appointments set patient_id = :patient_id, professional_id = null, rut_professional = :rut_professional,
     doctor_name = :doctor_name, specialty_code = :specialty_code, specialty = :specialty, sub_context = :sub_context,
     modality = :modality, outside_id = :outside_id, place_care = :place_care, place_detail = :place_detail,
     starts_at = :starts_at::timestamptz, ends_at = :ends_at::timestamptz, booked_by = :booked_by,
     reserved_group = coalesce(:reserved_group::text, (select reserved_group from services where code = :specialty_code)),
     service_item = :service_item, office_id = ${officeNamed}, ical_sequence = ical_sequence + 1
   where id = :id and state = 'booked'
   returning ${columns}`,
)

/** An appointment as the service returned it, with additional data of the portal. */
type ReturnedAppointment = {
  readonly appointment: Appointment
  readonly patient_id: number
  readonly reserved_group: string | null
  readonly booked_by: number
  readonly service_item: string | null
  readonly now: Date
}

function parametersOf({ appointment, ...details }: ReturnedAppointment) {
  const { rut_professional, doctor_name, specialty, sub_context, modality, place_care } = appointment
  const { starts_at, ends_at } = appointment
  const code = Number(appointment.cod_specialty)
  return {
    ...details,
    rut_professional,
    doctor_name,
    specialty_code: Number.isInteger(code) ? code : 0,
    specialty,
    sub_context,
    modality,
    outside_id: appointment.id_appointment,
    place_care,
    place_detail: appointment.place_care_portal,
    starts_at,
    ends_at,
  }
}

export function createExternalAppointmentsStore(db: Database) {
  return {
    /** Finds an appointment by its id in the service. */
    find: async (externalId: number) => (await db.run(byExternalId, { outside_id: externalId }))[0] ?? null,
    /** Returns the patient of an appointment and its id in the service, which is null for an appointment of the portal. */
    externalIdOf: async (id: number) => (await db.run(externalIdOf, { id }))[0] ?? null,
    /** Adds an appointment. Returns null if it was added before. */
    book: async (tx: Queries, returned: ReturnedAppointment) =>
      (await tx.run(book, parametersOf(returned)))[0] ?? null,
    /** Moves an appointment. Returns null if it is not booked. */
    move: async (tx: Queries, returned: ReturnedAppointment, id: number) =>
      (await tx.run(move, { ...parametersOf(returned), id }))[0] ?? null,
  }
}

export type ExternalAppointmentsStore = ReturnType<typeof createExternalAppointmentsStore>
