import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import { findRow, type Queries } from '../../platform/database/database.ts'
import {
  bookExternal,
  findExternalAppointment,
  findExternalId,
  moveExternal,
} from './external-appointments.sql.ts'

type ReturnedAppointment = {
  readonly appointment: Appointment
  readonly patient_id: number
  readonly reserved_group: string | null
  readonly booked_by: number
  readonly service_item: string | null
  readonly now: Date
}

function toRow({ appointment, ...details }: ReturnedAppointment) {
  const { id_appointment, cod_specialty, place_care_portal, starts_at, ends_at, ...shown } = appointment
  const code = Number(cod_specialty)
  return {
    ...shown,
    ...details,
    specialty_code: Number.isInteger(code) ? code : 0,
    outside_id: id_appointment,
    place_detail: place_care_portal,
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
  }
}

export const findByExternalId = (db: Queries, externalId: number) =>
  findRow(db, findExternalAppointment, { outside_id: externalId })

export const readExternalId = async (db: Queries, id: number) =>
  (await findRow(db, findExternalId, { id }))?.outside_id ?? null

export const bookExternalAppointment = (tx: Queries, returned: ReturnedAppointment) =>
  findRow(tx, bookExternal, toRow(returned))

export const moveExternalAppointment = (tx: Queries, returned: ReturnedAppointment, id: number) =>
  findRow(tx, moveExternal, { ...toRow(returned), id })
