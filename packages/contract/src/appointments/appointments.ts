import * as z from 'zod/mini'
import { professionalImageAddress } from '../agenda/professional-images.ts'
import { endpoints } from '../calls/endpoint.ts'
import { pageQuery, pageReply } from '../calls/paging.ts'
import { moment } from '../values/date-schemas.ts'
import { santiago, showDay, showDayShort } from '../values/dates.ts'
import { id, idParam } from '../values/ids.ts'

export const bookAgain = 'Si todavía necesitas atención, puedes reservar otra hora cuando quieras.'

const appointmentPageSize = 5
export const appointmentSummarySize = 3

export const appointment = z.object({
  id_appointment: id(),
  patient_id: id(),
  /** Without dots or dash. */
  rut_professional: z.string(),
  cod_specialty: z.string(),
  doctor_name: z.string(),
  specialty: z.string(),
  sub_context: z.string(),
  /** `26/11/2026`, `26 nov` and `09:30`, ready to show. */
  date: z.string(),
  date_mobile: z.string(),
  hour: z.string(),
  /** The site, and the place as it is shown. */
  place_care: z.string(),
  place_care_portal: z.string(),
  doctor_image: z.nullable(z.string()),
  starts_at: moment(),
  ends_at: moment(),
  modality: z.enum(['presencial', 'telemedicina']),
  /**
   * Only of a video visit: when the patient may join, and the address, which is null until then. Null when the
   * visit has no address.
   */
  video: z.nullable(z.object({ opens_at: moment(), url: z.nullable(z.string()) })),
  /** False when the external system that stores the appointment cannot move it; absent otherwise. */
  can_move: z.optional(z.boolean()),
  is_private: z.optional(z.boolean()),
})
export type Appointment = z.output<typeof appointment>

export type AppointmentFacts = {
  readonly id: number
  readonly patient_id: number
  readonly rut_professional: string
  readonly doctor_name: string
  readonly specialty_code: number
  readonly specialty: string
  readonly sub_context: string
  readonly place_care: string
  readonly place_detail: string
  readonly modality: 'presencial' | 'telemedicina'
  readonly starts_at: Date
  readonly ends_at: Date
  readonly can_move?: boolean
  readonly is_private?: boolean
  readonly image_key?: string | null
}

export const modalityNames = { presencial: 'Presencial', telemedicina: 'Por video' } as const

/** The modalities as a sentence spells them after «de» or «a». */
export const modalityInSentence = { presencial: 'presencial', telemedicina: 'video' } as const

/** Minutes before the start from which the patient may join a video visit. */
export const videoOpensMinutes = 15

/**
 * The address of video visits and the present time; null when the caller may see the appointment but not join the
 * visit.
 */
type VideoVisits = { readonly address: string | undefined; readonly now: Date } | null

/**
 * Returns when and where to join a video visit. The address is a setting of the installation; `{id_appointment}`
 * and `{rut_professional}` in it are replaced by the appointment's values.
 */
function findVideo(appointment: AppointmentFacts, visits: VideoVisits): Appointment['video'] {
  if (appointment.modality !== 'telemedicina' || visits?.address === undefined) return null
  const opens = appointment.starts_at.getTime() - videoOpensMinutes * 60_000
  const now = visits.now.getTime()
  const isOpen = now >= opens && now < appointment.ends_at.getTime()
  const url = visits.address
    .replaceAll('{id_appointment}', String(appointment.id))
    .replaceAll('{rut_professional}', encodeURIComponent(appointment.rut_professional))
  return { opens_at: new Date(opens).toISOString(), url: isOpen ? url : null }
}

export function toAppointment(facts: AppointmentFacts, visits: VideoVisits): Appointment {
  const { day, time } = santiago(facts.starts_at)
  return {
    id_appointment: facts.id,
    patient_id: facts.patient_id,
    rut_professional: facts.rut_professional,
    cod_specialty: String(facts.specialty_code),
    doctor_name: facts.doctor_name,
    specialty: facts.specialty,
    sub_context: facts.sub_context,
    date: showDay(day),
    date_mobile: showDayShort(day),
    hour: time,
    place_care: facts.place_care,
    place_care_portal: facts.place_detail,
    doctor_image: professionalImageAddress(facts.image_key),
    starts_at: facts.starts_at.toISOString(),
    ends_at: facts.ends_at.toISOString(),
    modality: facts.modality,
    video: findVideo(facts, visits),
    ...(facts.can_move === false ? { can_move: false } : {}),
    ...(facts.is_private === true ? { is_private: true } : {}),
  }
}

const list = z.object({ appointments: z.array(appointment), count_appointment: z.int(), ...pageReply })
export type AppointmentList = z.output<typeof list>

const query = pageQuery(appointmentPageSize)
const member = z.object({ id: idParam() })

export const appointmentEndpoints = endpoints({ access: 'patient' })({
  upcomingSummary: {
    route: 'GET /medicals/appointments/upcomings/summaries',
    summary: 'Lists the caller’s next appointments, at most three',
    patient: { of: 'self' },
    action: 'appointments.upcoming',
    reply: list,
  },
  historySummary: {
    route: 'GET /medicals/appointments/histories/summaries',
    summary: 'Lists the caller’s last appointments, at most three',
    patient: { of: 'self' },
    action: 'appointments.history',
    reply: list,
  },
  upcoming: {
    route: 'GET /medicals/appointments/upcomings',
    summary: 'Lists the caller’s upcoming appointments, soonest first',
    query,
    patient: { of: 'self' },
    action: 'appointments.upcoming',
    reply: list,
  },
  upcomingOf: {
    route: 'GET /medicals/appointments/upcomings/{id}',
    summary: 'Lists the upcoming appointments of a group member',
    params: member,
    query,
    patient: { of: 'param', name: 'id', matter: 'appointments' },
    action: 'appointments.upcoming',
    reply: list,
  },
  history: {
    route: 'GET /medicals/appointments/histories',
    summary: 'Lists the caller’s past appointments, latest first',
    query,
    patient: { of: 'self' },
    action: 'appointments.history',
    reply: list,
  },
  historyOf: {
    route: 'GET /medicals/appointments/histories/{id}',
    summary: 'Lists the past appointments of a group member',
    params: member,
    query,
    patient: { of: 'param', name: 'id', matter: 'appointments' },
    action: 'appointments.history',
    reply: list,
  },
  cancel: {
    route: 'PUT /medicals/appointments/cancel',
    summary: 'Cancels an appointment: its slot is free again and the patient is notified by e-mail',
    body: z.object({ id_appointment: id() }),
  },
})
