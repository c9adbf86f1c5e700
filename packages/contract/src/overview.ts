import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { orderBy, pageQuery, pageReply } from './calls/paging.ts'
import { missingItem } from './installation.ts'
import { matters } from './service-requests/inbox.ts'
import { day, moment } from './values/date-schemas.ts'
import { idParam } from './values/ids.ts'

export const overviewDays = 7

const waiting = z.object({ waiting: z.int(), late: z.int() })

/** Null: the caller lacks the permission of the list behind the number. */
const count = z.nullable(z.int())

const dayCount = z.object({
  day: day(),
  hours: count,
  accounts: count,
  mails_failed: count,
  sign_ins_failed: count,
})

const failedMail = z.object({
  id: z.int(),
  at: moment(),
  /** The subject of the e-mail; subjects contain no names. */
  subject: z.string(),
  recipient: z.string(),
  /** Null for an address of no person whom the clinic knows. */
  person: z.nullable(z.object({ id: z.int(), full_name: z.string(), phone: z.nullable(z.string()) })),
  state: z.enum(['parked', 'expired']),
  attempts: z.int(),
  error: z.string(),
})
export type FailedMail = z.output<typeof failedMail>

const failedSignIn = z.object({
  id: z.int(),
  at: moment(),
  /** Null when the document has no account. */
  who: z.nullable(z.string()),
  role: z.string(),
  reason: z.string(),
})
export type FailedSignIn = z.output<typeof failedSignIn>

const answer = z.object({ id: z.int(), at: moment(), suggestion: z.string(), comment: z.string() })
export type SurveyAnswer = z.output<typeof answer>

/** The columns by which the lists are sorted. Rejected sign-ins and answers may be very many; an index has their order. */
export const mailColumns = ['subject', 'recipient', 'at', 'state', 'attempts'] as const
export const latestColumns = ['at'] as const

const latest = z.safeExtend(pageQuery(10), orderBy(latestColumns))

export const overviewEndpoints = endpoints({ access: 'staff', permission: 'overview.read' })({
  summary: {
    route: 'GET /overview',
    summary:
      'Returns the pending work, the appointments of today and the failures of the last seven days, as far as the caller may see them',
    reply: z.object({
      validations: z.nullable(waiting),
      /** Only the matters that the caller answers, and their sum; null if there are none. */
      requests: z.nullable(
        z.object({
          ...waiting.shape,
          matters: z.array(z.object({ matter: z.enum(matters), ...waiting.shape })),
        }),
      ),
      confirmations: count,
      hours_today: count,
      mails_failed: count,
      sign_ins_failed: count,
      survey_answers: z.int(),
      days: z.array(dayCount),
      /** What this installation still lacks; empty for staff who do not see its failures. */
      missing: z.readonly(z.array(missingItem)),
    }),
  },
  mails: {
    route: 'GET /overview/mails',
    permission: 'operations.read',
    summary: 'Lists the e-mails of the last seven days that were not sent, latest first',
    query: z.safeExtend(pageQuery(10), orderBy(mailColumns)),
    reply: z.object({ mails: z.array(failedMail), ...pageReply }),
  },
  retryMail: {
    route: 'POST /overview/mails/{id}/retry',
    permission: ['operations.read', 'users.edit'],
    summary: 'Sends an e-mail again that was set aside after its failures',
    params: z.object({ id: idParam() }),
  },
  signIns: {
    route: 'GET /overview/sign-ins',
    permission: 'users.read',
    summary: 'Lists the rejected sign-ins of the last seven days, latest first',
    query: latest,
    reply: z.object({ sign_ins: z.array(failedSignIn), ...pageReply }),
  },
  survey: {
    route: 'GET /overview/survey',
    summary: 'Lists the answers to the survey without their authors, latest first',
    query: latest,
    reply: z.object({ answers: z.array(answer), ...pageReply }),
  },
})
