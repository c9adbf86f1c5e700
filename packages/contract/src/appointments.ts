/** A patient's hours: those to come, those past, and giving one up. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { moment, santiago, showDay, showDayShort } from './values/dates.ts'
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
  /** The site, and the place to show. */
  place_care: z.string(),
  place_care_portal: z.string(),
  doctor_image: z.nullable(z.string()),
  starts_at: moment(),
  ends_at: moment(),
  modality: z.enum(['presencial', 'telemedicina']),
  /** Of an hour by video: from when it may be joined, and where to, which is told only then. Null where there is no such address. */
  video: z.nullable(z.object({ opens_at: moment(), url: z.nullable(z.string()) })),
  /** False where the clinic keeps it in a system in which it cannot be moved from here; elsewhere absent. */
  can_move: z.optional(z.boolean()),
})
export type Appointment = z.output<typeof appointment>

/** What is known of an hour, wherever it is kept. */
export type HourFacts = {
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
}

/** Minutes before its start from which an hour by video may be joined. */
export const videoOpensMinutes = 15

/** Where visits by video take place, and the moment of the question; null for who sees the hour but is not to join it. */
type VideoVisits = { readonly address: string | undefined; readonly now: Date } | null

/** The address is the installation's; `{id_appointment}` and `{rut_professional}` in it stand for the hour's own. */
function videoOf(hour: HourFacts, visits: VideoVisits): Appointment['video'] {
  if (hour.modality !== 'telemedicina' || visits?.address === undefined) return null
  const opens = hour.starts_at.getTime() - videoOpensMinutes * 60_000
  const now = visits.now.getTime()
  const isOpen = now >= opens && now < hour.ends_at.getTime()
  const url = visits.address
    .replaceAll('{id_appointment}', String(hour.id))
    .replaceAll('{rut_professional}', encodeURIComponent(hour.rut_professional))
  return { opens_at: new Date(opens).toISOString(), url: isOpen ? url : null }
}

/** An hour as the wire spells it. */
export function appointmentOf(hour: HourFacts, visits: VideoVisits): Appointment {
  const { day, time } = santiago(hour.starts_at)
  return {
    id_appointment: hour.id,
    patient_id: hour.patient_id,
    rut_professional: hour.rut_professional,
    cod_specialty: String(hour.specialty_code),
    doctor_name: hour.doctor_name,
    specialty: hour.specialty,
    sub_context: hour.sub_context,
    date: showDay(day),
    date_mobile: showDayShort(day),
    hour: time,
    place_care: hour.place_care,
    place_care_portal: hour.place_detail,
    doctor_image: null,
    starts_at: hour.starts_at.toISOString(),
    ends_at: hour.ends_at.toISOString(),
    modality: hour.modality,
    video: videoOf(hour, visits),
    ...(hour.can_move === false ? { can_move: false } : {}),
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
    summary: 'The caller’s next hours, at most three',
    patient: { of: 'self' },
    action: 'appointments.upcoming',
    reply: list,
  },
  historySummary: {
    method: 'GET',
    path: '/medicals/appointments/histories/summaries',
    access: 'patient',
    summary: 'The caller’s last hours, at most three',
    patient: { of: 'self' },
    action: 'appointments.history',
    reply: list,
  },
  upcoming: {
    method: 'GET',
    path: '/medicals/appointments/upcomings',
    access: 'patient',
    summary: 'The caller’s hours to come, soonest first',
    query,
    patient: { of: 'self' },
    action: 'appointments.upcoming',
    reply: list,
  },
  upcomingOf: {
    method: 'GET',
    path: '/medicals/appointments/upcomings/{id}',
    access: 'patient',
    summary: 'A member’s hours to come',
    params: member,
    query,
    patient: { of: 'param', name: 'id' },
    action: 'appointments.upcoming',
    reply: list,
  },
  history: {
    method: 'GET',
    path: '/medicals/appointments/histories',
    access: 'patient',
    summary: 'The caller’s past hours, latest first',
    query,
    patient: { of: 'self' },
    action: 'appointments.history',
    reply: list,
  },
  historyOf: {
    method: 'GET',
    path: '/medicals/appointments/histories/{id}',
    access: 'patient',
    summary: 'A member’s past hours',
    params: member,
    query,
    patient: { of: 'param', name: 'id' },
    action: 'appointments.history',
    reply: list,
  },
  cancel: {
    method: 'PUT',
    path: '/medicals/appointments/cancel',
    access: 'patient',
    summary: 'Gives an hour up: it is free again and the patient is told by e-mail',
    body: z.object({ id_appointment: id() }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
