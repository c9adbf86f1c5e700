/** Whether patients attended their appointments, as the clinic's own system sends it or staff record it. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageBody, pageQuery, pageReply, searchWords } from './paging.ts'
import { day, moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

const attendances = ['attended', 'missed'] as const
export type Attendance = (typeof attendances)[number]

/** The names of both kinds on the screens of staff. */
export const attendanceNames: Readonly<Record<Attendance, string>> = {
  attended: 'Se atendió',
  missed: 'No se presentó',
}

/** Null if it is not known. */
export function attendance() {
  return z.nullable(z.enum(attendances, 'Elige si se atendió o no se presentó'))
}

/** The message about an appointment that has not begun. */
export const attendanceTooEarly = 'La asistencia se registra cuando la hora ya comenzó'

const startedAppointment = z.object({
  id_appointment: id(),
  patient_id: id(),
  patient_full_name: z.string(),
  starts_at: moment(),
  ends_at: moment(),
  doctor_name: z.string(),
  place: z.string(),
  modality: z.enum(['presencial', 'telemedicina']),
  attendance: attendance(),
  /** When it was recorded or received last; null if it is not known. */
  attendance_at: z.nullable(moment()),
  /** The member of staff who recorded it; null if another system sent it, or if it is not known. */
  attendance_by: z.nullable(z.string()),
})
export type StartedAppointment = z.output<typeof startedAppointment>

const reply = z.object({ appointments: z.array(startedAppointment), ...pageReply })
export type StartedAppointments = z.output<typeof reply>

export const attendanceEndpoints = {
  ofDay: {
    // The search names a patient, so it is not part of an address.
    method: 'POST',
    path: '/admin/attendance/day',
    access: 'staff',
    permission: 'agenda.manage',
    summary: 'Lists the appointments of a day that have begun, with whether each patient attended',
    body: z.safeExtend(pageBody(20), {
      day: day('Fecha inválida'),
      /** Words of the patient's name, or the document. */
      filter: searchWords(100),
      /** `pending`: only those of which the attendance is not known. */
      show: z._default(z.enum(['all', 'pending'], 'Filtro inválido'), 'all'),
    }),
    reply,
  },
  ofPatient: {
    method: 'GET',
    path: '/admin/attendance/patients/{id}',
    access: 'staff',
    permission: 'agenda.manage',
    opens: 'id',
    summary:
      'Lists the appointments of a patient that have begun, latest first, with whether the patient attended',
    params: z.object({ id: idParam() }),
    query: pageQuery(5),
    reply,
  },
  one: {
    method: 'GET',
    path: '/admin/attendance/{id}',
    access: 'staff',
    permission: 'agenda.manage',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Returns an appointment that has begun, with whether the patient attended',
    params: z.object({ id: idParam() }),
    reply: z.object({ appointment: startedAppointment }),
  },
  record: {
    method: 'PUT',
    path: '/admin/attendance/{id}',
    access: 'staff',
    permission: 'agenda.manage',
    opens: { through: 'appointment', field: 'id' },
    summary:
      'Records or corrects whether the patient of an appointment attended; a correction withdraws certificates',
    params: z.object({ id: idParam() }),
    /** `previous` is what the caller saw: if it changed meanwhile, the call is rejected with 409. */
    body: z.object({ attendance: attendance(), previous: attendance() }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
