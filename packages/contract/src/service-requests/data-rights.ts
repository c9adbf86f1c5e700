/** Requests about personal data by Ley 19.628 (as amended by Ley 21.719), and the terms for answering them. */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageQuery, pageReply } from '../calls/paging.ts'
import { atMost } from '../fields/text.ts'
import { afterBusinessHours } from '../values/business-hours.ts'
import { day, moment } from '../values/date-schemas.ts'
import { addDays, type Day, toDay, toInstant } from '../values/dates.ts'
import { id } from '../values/ids.ts'
import { answerFields, attachedFile, requestPageSize } from './service-requests.ts'

export const dataRights = [
  'access',
  'rectification',
  'erasure',
  'objection',
  'portability',
  'blocking',
] as const
export type DataRight = (typeof dataRights)[number]

/** The kinds of request about personal data: the use of a right, and a claim about an entry of «Quién vio mis datos». */
const dataRequestKinds = [...dataRights, 'access_claim'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

export const dataRequestNames: Readonly<Record<DataRequestKind, string>> = {
  access: 'Acceso',
  rectification: 'Rectificación',
  erasure: 'Supresión',
  objection: 'Oposición',
  portability: 'Portabilidad',
  blocking: 'Bloqueo',
  access_claim: 'Reclamo de un acceso',
}

export function nameDataRequest(kind: string): string {
  const known = dataRequestKinds.find((one) => one === kind)
  return known === undefined ? kind : dataRequestNames[known]
}

/**
 * Calendar days within which a request is answered, and days of its one extension, for which staff give a reason
 * (Ley 19.628, art. 11).
 */
export const answerDays = 30
/** Business days within which a blocking request is answered. */
export const blockingDays = 2

/** Rights that decide about the data. A person who has reached the age of consent exercises them alone. */
const ownDecisions: readonly DataRight[] = ['rectification', 'erasure', 'objection', 'blocking']
export function isOwnDecision(right: DataRight): boolean {
  return ownDecisions.includes(right)
}

/**
 * Returns the end of a term. A term of days starts on the following day and ends at the midnight after its last day
 * (Código Civil, art. 48).
 */
function toEnd(day: Day): Date {
  return toInstant(addDays(day, 1), '00:00')
}

/** Returns the first instant at which the answer to a request is late. */
export function getDueInstant(kind: DataRequestKind, created_at: Date): Date {
  const received = toDay(created_at)
  return kind === 'blocking'
    ? afterBusinessHours(toEnd(received), blockingDays * 24)
    : toEnd(addDays(received, answerDays))
}

export function extendedDue(due_at: Date): Date {
  return toEnd(addDays(lastDay(due_at), answerDays))
}

export function lastDay(due_at: Date): Day {
  return toDay(new Date(due_at.getTime() - 1))
}

export function formatReceipt(requestId: number, created_at: Date): string {
  return `DP-${toDay(created_at).slice(0, 4)}-${String(requestId).padStart(6, '0')}`
}

const missingWords: Readonly<Record<DataRight, string | null>> = {
  access: null,
  portability: null,
  rectification: 'Digita qué dato está equivocado y cómo corresponde corregirlo',
  erasure: 'Digita qué datos quieres que se eliminen',
  objection: 'Digita a qué uso de tus datos te opones',
  blocking: 'Digita qué datos quieres que se bloqueen y por qué',
}

export function getMissingWordsError(right: DataRight): string | null {
  return missingWords[right]
}

const longMessage = 'El detalle puede tener hasta 2.000 caracteres'
const message = z._default(z.string(longMessage).check(z.trim(), atMost(2000, longMessage)), '')
const noRight = 'Selecciona qué quieres solicitar'

const erasureNotRead = 'Confirma que leíste qué datos debe conservar la clínica'

type Draft = { readonly right: DataRight; readonly message: string; readonly read_what_is_kept: boolean }

export const dataRequestDraft = z
  .object({
    right: z.enum(dataRights, noRight),
    message,
    /** A minor in the caller's care; the caller when absent. */
    family_member_id: z.optional(z.nullable(id())),
    read_what_is_kept: z._default(z.boolean(), false),
  })
  .check(
    ...dataRights.map((named) =>
      z.refine<Draft>(({ right, message }) => right !== named || !missingWords[named] || message !== '', {
        error: missingWords[named] ?? '',
        path: ['message'],
      }),
    ),
    z.refine<Draft>(({ right, read_what_is_kept }) => right !== 'erasure' || read_what_is_kept, {
      error: erasureNotRead,
      path: ['read_what_is_kept'],
    }),
  )

const claimDraft = z.object({
  access_id: z.int('Acceso inválido').check(z.minimum(1, 'Acceso inválido')),
  message,
})

const received = z.object({ request: z.object({ id: id(), receipt: z.string(), due_on: day() }) })

const dataRequest = z.object({
  id: id(),
  receipt: z.string(),
  right: z.enum(dataRequestKinds),
  patient_full_name: z.string(),
  /** Whether the caller sent the request; otherwise a representative sent it. */
  is_own: z.boolean(),
  message: z.string(),
  created_at: moment(),
  /** The last day on which an answer is in time. */
  due_on: day(),
  extension_reason: z.nullable(z.string()),
  ...answerFields,
  files: z.array(attachedFile),
})
export type DataRequest = z.output<typeof dataRequest>

export const dataRightEndpoints = endpoints({ access: 'patient' })({
  request: {
    route: 'POST /privacy/requests',
    beforeConsent: true,
    summary: 'Exercises one of the six rights over personal data, for the caller or a minor in their care',
    body: dataRequestDraft,
    reply: received,
  },
  claim: {
    route: 'POST /privacy/claims',
    summary: 'Claims an access of somebody else to the caller’s data; the claimed person may not answer it',
    body: claimDraft,
    reply: received,
  },
  list: {
    route: 'GET /privacy/requests',
    beforeConsent: true,
    summary: 'Lists the requests about personal data by or for the caller with their answers, newest first',
    query: pageQuery(requestPageSize),
    patient: { of: 'self' },
    action: 'privacy.list',
    reply: z.object({ requests: z.array(dataRequest), ...pageReply }),
  },
})
