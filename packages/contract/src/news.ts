/** What is new for a patient and for the people whose record they may see, as the home page shows it. */
import * as z from 'zod/mini'
import { appointment } from './appointments.ts'
import type { EndpointTable } from './endpoint.ts'
import { exam, examTypes } from './exams.ts'
import { matters } from './service-requests/inbox.ts'
import { moment } from './values/date-schemas.ts'
import { id } from './values/ids.ts'

/** The kinds of news, in the order in which they are shown. */
const newsKinds = ['offers', 'requests', 'appointments', 'results', 'answers'] as const
export type NewsKind = (typeof newsKinds)[number]

/** The person whom a row is about; null for the caller. */
const whose = { patient_id: id(), patient_name: z.nullable(z.string()) }

const newResult = z.object({
  ...exam.shape,
  ...whose,
  type: z.enum(examTypes),
  /** Whether the patient keeps the exam from the people who see the record through the family («Solo yo»). */
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

/** A request to join a group that the caller may accept or reject. */
const openRequest = z.object({
  request_id: id(),
  applicant_full_name: z.string(),
  /** What the caller would be to the group owner. */
  relationship: z.string(),
  created_at: moment(),
})

/** A slot that is held for the caller, who is on the waiting list. */
const slotOffer = z.object({
  ...whose,
  hold_id: id(),
  expires_at: moment(),
  starts_at: moment(),
  doctor_name: z.string(),
})

/** An answer of the clinic to a request of the caller. */
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

export const newsEndpoints = {
  list: {
    method: 'GET',
    path: '/news',
    access: 'patient',
    summary:
      'Lists what is new for the caller and for the people of whom the caller may see it; each kind that fails is named',
    patient: { of: 'self' },
    action: 'news.list',
    reply: news,
  },
} as const satisfies EndpointTable
