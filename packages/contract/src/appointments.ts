/** A patient's appointments: the upcoming and the past ones, and their cancellation. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { professionalImageAddress } from './professional-images.ts'
import { moment } from './values/date-schemas.ts'
import { santiago, showDay, showDayShort } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

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
  /** The kind of visit. */
  sub_context: z.string(),
  /** `26/11/2026`, `26 nov` and `09:30`, ready to show. */
  date: z.string(),
  date_mobile: z.string(),
  hour: z.string(),
  /** The site, and the place as it is shown. */
  place_care: z.string(),
  place_care_portal: z.string(),
  /** The address of the professional's photo, or null. */
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
  /** True if the patient keeps the appointment from the people who see the record through the family («Solo yo»); absent otherwise. */
  is_private: z.optional(z.boolean()),
})
export type Appointment = z.output<typeof appointment>

/** The facts of an appointment, whether the portal or an external system stores it. */
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
  /** The key of the professional's photo. */
  readonly image_key?: string | null
}

/** Names of the modalities. */
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

/** Returns the appointment as the wire spells it. */
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

export const appointmentEndpoints = {
  upcomingSummary: {
    method: 'GET',
    path: '/medicals/appointments/upcomings/summaries',
    access: 'patient',
    summary: 'Lists the caller’s next appointments, at most three',
    patient: { of: 'self' },
    action: 'appointments.upcoming',
    reply: list,
  },
  historySummary: {
    method: 'GET',
    path: '/medicals/appointments/histories/summaries',
    access: 'patient',
    summary: 'Lists the caller’s last appointments, at most three',
    patient: { of: 'self' },
    action: 'appointments.history',
    reply: list,
  },
  upcoming: {
    method: 'GET',
    path: '/medicals/appointments/upcomings',
    access: 'patient',
    summary: 'Lists the caller’s upcoming appointments, soonest first',
    query,
    patient: { of: 'self' },
    action: 'appointments.upcoming',
    reply: list,
  },
  upcomingOf: {
    method: 'GET',
    path: '/medicals/appointments/upcomings/{id}',
    access: 'patient',
    summary: 'Lists the upcoming appointments of a group member',
    params: member,
    query,
    patient: { of: 'param', name: 'id', matter: 'appointments' },
    action: 'appointments.upcoming',
    reply: list,
  },
  history: {
    method: 'GET',
    path: '/medicals/appointments/histories',
    access: 'patient',
    summary: 'Lists the caller’s past appointments, latest first',
    query,
    patient: { of: 'self' },
    action: 'appointments.history',
    reply: list,
  },
  historyOf: {
    method: 'GET',
    path: '/medicals/appointments/histories/{id}',
    access: 'patient',
    summary: 'Lists the past appointments of a group member',
    params: member,
    query,
    patient: { of: 'param', name: 'id', matter: 'appointments' },
    action: 'appointments.history',
    reply: list,
  },
  cancel: {
    method: 'PUT',
    path: '/medicals/appointments/cancel',
    access: 'patient',
    summary: 'Cancels an appointment: its slot is free again and the patient is notified by e-mail',
    body: z.object({ id_appointment: id() }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
