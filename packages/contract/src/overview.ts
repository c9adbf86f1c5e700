/** The start page of the administration: what waits and what went wrong, as numbers, each with the list it counts. */
import * as z from 'zod/mini'
import { matters } from './desk.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { day, moment } from './values/dates.ts'

/** How many days, today included, the charts and the failures go back. */
export const overviewDays = 7

const waiting = z.object({ waiting: z.int(), late: z.int() })

const dayCount = z.object({
  day: day(),
  hours: z.int(),
  accounts: z.int(),
  mails_failed: z.int(),
  sign_ins_failed: z.int(),
})

const hour = z.object({
  id: z.int(),
  starts_at: moment(),
  patient_full_name: z.string(),
  doctor_name: z.string(),
  place: z.string(),
})
export type HourOfDay = z.output<typeof hour>

const failedMail = z.object({
  id: z.int(),
  at: moment(),
  /** What it is about, by its subject; subjects name nobody. */
  subject: z.string(),
  recipient: z.string(),
  /** Set aside after its failures, or not sent because its time was over. */
  state: z.enum(['parked', 'expired']),
  attempts: z.int(),
  error: z.string(),
})
export type FailedMail = z.output<typeof failedMail>

const failedSignIn = z.object({
  id: z.int(),
  at: moment(),
  /** Null where the document has no account. */
  who: z.nullable(z.string()),
  role: z.string(),
  reason: z.string(),
})
export type FailedSignIn = z.output<typeof failedSignIn>

const answer = z.object({ id: z.int(), at: moment(), suggestion: z.string(), comment: z.string() })
export type SurveyAnswer = z.output<typeof answer>

const page = pageQuery(10)

export const overviewEndpoints = {
  summary: {
    method: 'GET',
    path: '/overview',
    access: 'staff',
    summary: 'What waits, the hours of today, and what failed in the last seven days',
    reply: z.object({
      validations: waiting,
      requests: z.object({
        ...waiting.shape,
        matters: z.array(z.object({ matter: z.enum(matters), ...waiting.shape })),
      }),
      hours_today: z.int(),
      mails_failed: z.int(),
      sign_ins_failed: z.int(),
      survey_answers: z.int(),
      /** Oldest first. */
      days: z.array(dayCount),
    }),
  },
  hours: {
    method: 'GET',
    path: '/overview/hours',
    access: 'staff',
    summary: 'The hours of today: person, hour, professional and place',
    query: page,
    reply: z.object({ hours: z.array(hour), ...pageReply }),
  },
  mails: {
    method: 'GET',
    path: '/overview/mails',
    access: 'staff',
    summary: 'Mails of the last seven days that were not sent, latest first',
    query: page,
    reply: z.object({ mails: z.array(failedMail), ...pageReply }),
  },
  signIns: {
    method: 'GET',
    path: '/overview/sign-ins',
    access: 'staff',
    summary: 'Refused sign-ins of the last seven days, latest first',
    query: page,
    reply: z.object({ sign_ins: z.array(failedSignIn), ...pageReply }),
  },
  survey: {
    method: 'GET',
    path: '/overview/survey',
    access: 'staff',
    summary: 'What patients answered to the survey, latest first; without who said it',
    query: page,
    reply: z.object({ answers: z.array(answer), ...pageReply }),
  },
} as const satisfies EndpointTable
