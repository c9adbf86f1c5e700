import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { orderBy, pageQuery, pageReply } from './calls/paging.ts'
import { day, moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

const attendances = ['arrived', 'attended', 'missed'] as const
export type Attendance = (typeof attendances)[number]

export const attendanceNames: Readonly<Record<Attendance, string>> = {
  arrived: 'Llegó',
  attended: 'Se atendió',
  missed: 'No se presentó',
}

export function attendance() {
  return z.nullable(z.enum(attendances, 'Elige si llegó, se atendió o no se presentó'))
}

export const attendanceTooEarly = 'La asistencia se registra cuando la hora ya comenzó'

const minutesBeforeArrival = 60
export const arrivalTooEarly = `La llegada se registra desde ${minutesBeforeArrival} minutos antes de la hora`

/**
 * Returns until when an appointment may begin so that its attendance can be changed at `now`: an arrival can be recorded and
 * withdrawn from 60 minutes before.
 */
export function getLatestStart(now: Date, changed: Attendance | null, previous: Attendance | null): Date {
  const isArrival = changed === 'arrived' || (changed === null && previous === 'arrived')
  return isArrival ? new Date(now.getTime() + minutesBeforeArrival * 60_000) : now
}

const attendanceShape = {
  attendance: attendance(),
  attendance_at: z.nullable(moment()),
  /** The member of staff who recorded it; null if another system sent it, or if it is not known. */
  attendance_by: z.nullable(z.string()),
}

const appointmentShape = {
  id_appointment: id(),
  patient_id: id(),
  patient_full_name: z.string(),
  starts_at: moment(),
  ends_at: moment(),
  doctor_name: z.string(),
  place: z.string(),
  modality: z.enum(['presencial', 'telemedicina']),
  ...attendanceShape,
}

const startedAppointment = z.object(appointmentShape)
export type StartedAppointment = z.output<typeof startedAppointment>

const expectedAppointment = z.object({
  ...appointmentShape,
  document: z.string(),
  age: z.nullable(z.int()),
  phone: z.nullable(z.string()),
  /** Null if the appointment is reserved to the patient. */
  specialty: z.nullable(z.string()),
  confirmed_at: z.nullable(moment()),
})
export type ExpectedAppointment = z.output<typeof expectedAppointment>

export const arrivalStates = ['unconfirmed', 'confirmed', 'arrived', 'attended', 'missed'] as const
export type ArrivalState = (typeof arrivalStates)[number]

export const arrivalStateNames: Readonly<Record<ArrivalState, string>> = {
  unconfirmed: 'Por confirmar',
  confirmed: 'Confirmada',
  arrived: 'Llegó',
  attended: 'Atendida',
  missed: 'No vino',
}

export function getArrivalState({
  attendance,
  confirmed_at,
}: Pick<ExpectedAppointment, 'attendance'> & { readonly confirmed_at: Date | string | null }): ArrivalState {
  return attendance ?? (confirmed_at === null ? 'unconfirmed' : 'confirmed')
}

export const arrivalsLimit = 500

const reply = z.object({ appointments: z.array(startedAppointment), ...pageReply })

const arrivals = z.object({
  appointments: z.array(expectedAppointment),
  more: z.boolean(),
})
export type Arrivals = z.output<typeof arrivals>

/** The columns by which the past appointments of a patient are sorted. */
export const attendanceColumns = ['starts_at', 'doctor_name'] as const

const dayQuery = z.object({
  day: day('Fecha inválida'),
  office_id: z.optional(idParam('Sucursal inválida')),
})

export const attendanceEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  arrivals: {
    route: 'GET /admin/arrivals',
    summary:
      'Lists the appointments of a day with patient, document, phone, place and whether the patient confirmed, arrived and attended',
    query: dayQuery,
    reply: arrivals,
  },
  exportArrivals: {
    route: 'GET /admin/arrivals/file',
    summary: 'Returns the appointments of a day as a CSV file; cells cannot act as formulas',
    query: dayQuery,
    reply: z.object({ name: z.string(), csv: z.string() }),
  },
  ofPatient: {
    route: 'GET /admin/attendance/patients/{id}',
    opens: 'id',
    summary:
      'Lists the appointments of a patient that have begun, latest first, with whether the patient attended',
    params: z.object({ id: idParam() }),
    query: z.safeExtend(pageQuery(10), orderBy(attendanceColumns)),
    reply,
  },
  one: {
    route: 'GET /admin/attendance/{id}',
    opens: { through: 'appointment', field: 'id' },
    summary:
      'Returns an appointment that has begun or begins within 60 minutes, with whether the patient arrived or attended',
    params: z.object({ id: idParam() }),
    reply: z.object({ appointment: startedAppointment }),
  },
  record: {
    route: 'PUT /admin/attendance/{id}',
    opens: { through: 'appointment', field: 'id' },
    summary:
      'Records or corrects whether the patient of an appointment arrived or attended; a correction withdraws certificates',
    params: z.object({ id: idParam() }),
    /** `previous` is what the caller saw: if it changed meanwhile, the call is rejected with 409. */
    body: z.object({ attendance: attendance(), previous: attendance() }),
  },
})
