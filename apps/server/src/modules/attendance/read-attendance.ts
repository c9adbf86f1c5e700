import {
  arrivalStateNames,
  arrivalsLimit,
  attendanceEndpoints,
  getArrivalState,
  getLatestStart,
} from '@mi-portal/contract/attendance'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { addDays, type Day, santiago, toInstant } from '@mi-portal/contract/values/dates'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { writeCsv } from '../../platform/csv.ts'
import { findRow, readPage } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { countPatient, findAppointment, listDay, listPatient } from './attendance.sql.ts'

type DayQuery = { readonly day: Day; readonly office_id?: number | undefined }

async function readDay(
  { db, actor, audit }: CallContext & { readonly actor: Actor },
  { day, office_id }: DayQuery,
  action: string,
) {
  const rows = await db.run(listDay, {
    ...audit.reader(),
    action,
    from: toInstant(day, '00:00'),
    until: toInstant(addDays(day, 1), '00:00'),
    office_id: office_id ?? null,
    sites: actor.sites,
    shown_rows: arrivalsLimit,
  })
  const appointments = rows
    .slice(0, arrivalsLimit)
    .map(({ document_type_id, document_number, document_country, place_detail, ...row }) => ({
      ...row,
      place: row.modality === 'telemedicina' ? row.place : place_detail || row.place,
      document: showDocumentWithCountry(document_type_id, document_number, document_country),
    }))
  return { appointments, more: rows.length > arrivalsLimit }
}

export const listArrivals = operation(attendanceEndpoints.arrivals, (ctx, { query }) =>
  readDay(ctx, query, 'attendance.list'),
)

const columns = [
  'Hora',
  'Paciente',
  'Documento',
  'Teléfono',
  'Profesional',
  'Especialidad',
  'Lugar',
  'Estado',
]

export const exportArrivals = operation(attendanceEndpoints.exportArrivals, async (ctx, { query }) => {
  const { appointments } = await readDay(ctx, query, 'attendance.export')
  const lines = appointments.map((one) => [
    santiago(one.starts_at).time,
    one.patient_full_name,
    one.document,
    one.phone ?? '',
    one.doctor_name,
    one.specialty ?? '',
    one.place,
    arrivalStateNames[getArrivalState(one)],
  ])
  return { name: `llegadas-${query.day}.csv`, csv: writeCsv([columns, ...lines]) }
})

export const listPatientAttendance = operation(
  attendanceEndpoints.ofPatient,
  async ({ db, actor, audit, clock }, { params, query: page }) => {
    const asked = { patient_id: params.id, now: clock.now(), sites: actor.sites }
    const found = await readPage(db, listPatient, countPatient, asked, page)
    if (found.rows.length > 0) await audit.record('attendance.list', { patientId: params.id })
    return { appointments: [...found.rows], ...toPageFields(found, page) }
  },
)

export const getAttendance = operation(
  attendanceEndpoints.one,
  async ({ db, actor, audit, clock }, { params: { id } }) => {
    const row = await findRow(db, findAppointment, { id, sites: actor.sites })
    if (row === null || row.starts_at > getLatestStart(clock.now(), 'arrived', null))
      throw new ApiError('notFound')
    await audit.record('attendance.list', { patientId: row.patient_id })
    return { appointment: row }
  },
)
