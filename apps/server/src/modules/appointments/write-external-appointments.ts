/** Reads and writes the appointments of an external scheduling service in the portal's record. */
import type { Appointment } from '@mi-portal/contract/appointments'
import type { Queries } from '../../platform/database/database.ts'
import { bookSql, byExternalId, externalIdOfSql, moveSql } from './external-appointments.sql.ts'

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
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
  }
}

/** Finds an appointment by its id in the service. */
export const find = async (db: Queries, externalId: number) =>
  (await db.run(byExternalId, { outside_id: externalId }))[0] ?? null

/** Returns the patient of an appointment and its id in the service, which is null for an appointment of the portal. */
export const externalIdOf = async (db: Queries, id: number) =>
  (await db.run(externalIdOfSql, { id }))[0] ?? null

/** Adds an appointment. Returns null if it was added before. */
export const book = async (tx: Queries, returned: ReturnedAppointment) =>
  (await tx.run(bookSql, parametersOf(returned)))[0] ?? null

/** Moves an appointment. Returns null if it is not booked. */
export const move = async (tx: Queries, returned: ReturnedAppointment, id: number) =>
  (await tx.run(moveSql, { ...parametersOf(returned), id }))[0] ?? null
