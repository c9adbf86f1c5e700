import * as z from 'zod/mini'
import { appointment } from './appointments/appointments.ts'
import { endpoints } from './calls/endpoint.ts'
import { exam, examTypes } from './exams/exams.ts'
import { matters } from './service-requests/inbox.ts'
import { moment } from './values/date-schemas.ts'
import { id } from './values/ids.ts'

const newsKinds = ['offers', 'requests', 'appointments', 'results', 'answers'] as const
export type NewsKind = (typeof newsKinds)[number]

/** The person whom a row is about; null for the caller. */
const whose = { patient_id: id(), patient_name: z.nullable(z.string()) }

const newResult = z.object({
  ...exam.shape,
  ...whose,
  type: z.enum(examTypes),
  is_private: z.boolean(),
})
export type NewResult = z.output<typeof newResult>

const dueAppointment = z.object({
  ...appointment.shape,
  ...whose,
  /** Whether the appointment is on the present day of the clinic; otherwise it is on the next one. */
  is_today: z.boolean(),
})
export type DueAppointment = z.output<typeof dueAppointment>

const openRequest = z.object({
  request_id: id(),
  applicant_full_name: z.string(),
  relationship: z.string(),
  created_at: moment(),
})

const slotOffer = z.object({
  ...whose,
  hold_id: id(),
  expires_at: moment(),
  starts_at: moment(),
  doctor_name: z.string(),
})

const unreadAnswer = z.object({
  ...whose,
  matter: z.enum(matters),
  request_id: id(),
  subject: z.string(),
  answered_at: moment(),
})
export type UnreadAnswer = z.output<typeof unreadAnswer>

const news = z.object({
  offers: z.array(slotOffer),
  requests: z.array(openRequest),
  /** The appointments of the present day and of the next one that have not ended. */
  appointments: z.array(dueAppointment),
  results: z.array(newResult),
  answers: z.array(unreadAnswer),
  /** The kinds that could not be read now; their lists are empty. */
  failed: z.array(z.enum(newsKinds)),
})
export type News = z.output<typeof news>

export const newsEndpoints = endpoints({ access: 'patient' })({
  list: {
    route: 'GET /news',
    summary:
      'Lists what is new for the caller and for the people of whom the caller may see it; each kind that fails is named',
    patient: { of: 'self' },
    action: 'news.list',
    reply: news,
  },
})
