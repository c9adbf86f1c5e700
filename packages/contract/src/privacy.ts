/** What a person may ask about their own data by Ley 19.628 (as Ley 21.719 rewrites it), and by when it is answered. */
import * as z from 'zod/mini'
import { answerFields, attachedFile, requestPageSize } from './desk-requests.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { afterBusinessHours } from './values/business-hours.ts'
import { addDays, type Day, day, dayOf, moment, momentOf } from './values/dates.ts'
import { id } from './values/ids.ts'

export const dataRights = [
  'access',
  'rectification',
  'erasure',
  'objection',
  'portability',
  'blocking',
] as const
export type DataRight = (typeof dataRights)[number]

/** What each right is called. */
export const rightNames: Readonly<Record<DataRight, string>> = {
  access: 'Acceso',
  rectification: 'Rectificación',
  erasure: 'Supresión',
  objection: 'Oposición',
  portability: 'Portabilidad',
  blocking: 'Bloqueo',
}

/** Calendar days for an answer, and once again where staff give the reason (Ley 19.628, art. 11). */
export const answerDays = 30
/** Business days for an answer to a blocking. */
export const blockingDays = 2

/** Rights that decide over the data; who has the age of consent uses them alone. */
const ownDecisions: readonly DataRight[] = ['rectification', 'erasure', 'objection', 'blocking']
export function isOwnDecision(right: DataRight): boolean {
  return ownDecisions.includes(right)
}

/** A term of days is whole: it begins the day after and runs until the midnight that ends its last day (Código Civil, art. 48). */
function endOf(day: Day): Date {
  return momentOf(addDays(day, 1), '00:00')
}

/** The first moment at which a request made then is late. */
export function dueOf(right: DataRight, created_at: Date): Date {
  const received = dayOf(created_at)
  return right === 'blocking'
    ? afterBusinessHours(endOf(received), blockingDays * 24)
    : endOf(addDays(received, answerDays))
}

/** The same once the term was extended. */
export function extendedDue(due_at: Date): Date {
  return endOf(addDays(lastDay(due_at), answerDays))
}

/** The last day on which an answer is in time. */
export function lastDay(due_at: Date): Day {
  return dayOf(new Date(due_at.getTime() - 1))
}

/** The number by which a request is named to its person and to staff. */
export function receiptOf(requestId: number, created_at: Date): string {
  return `DP-${dayOf(created_at).slice(0, 4)}-${String(requestId).padStart(6, '0')}`
}

const missingWords: Readonly<Record<DataRight, string | null>> = {
  access: null,
  portability: null,
  rectification: 'Digita qué dato está equivocado y cómo corresponde corregirlo',
  erasure: 'Digita qué datos quieres que se eliminen',
  objection: 'Digita a qué uso de tus datos te opones',
  blocking: 'Digita qué datos quieres que se bloqueen y por qué',
}

/** What has to be said with a request, or null where nothing has to. */
export function missingWordsOf(right: DataRight): string | null {
  return missingWords[right]
}

const longMessage = 'El detalle puede tener hasta 2.000 caracteres'
const noRight = 'Selecciona qué quieres solicitar'

/** What the law keeps has to have been read before data are asked to be erased. */
const erasureNotRead = 'Confirma que leíste qué datos debe conservar la clínica'

type Draft = { readonly right: DataRight; readonly message: string; readonly read_what_is_kept: boolean }

export const dataRequestDraft = z
  .object({
    right: z.enum(dataRights, noRight),
    message: z._default(z.string(longMessage).check(z.trim(), z.maxLength(2000, longMessage)), ''),
    /** A minor in the caller's care; without it the caller. */
    family_member_id: z.optional(z.nullable(id())),
    /** The caller read what an erasure leaves; needed for one. */
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

const dataRequest = z.object({
  id: id(),
  receipt: z.string(),
  right: z.enum(dataRights),
  patient_full_name: z.string(),
  /** Asked by the caller themself; otherwise by who represents them. */
  is_own: z.boolean(),
  message: z.string(),
  created_at: moment(),
  /** The last day on which an answer is in time. */
  due_on: day(),
  /** Why staff took more time, or null. */
  extension_reason: z.nullable(z.string()),
  ...answerFields,
  files: z.array(attachedFile),
})
export type DataRequest = z.output<typeof dataRequest>

export const privacyEndpoints = {
  ask: {
    method: 'POST',
    path: '/privacy/requests',
    access: 'patient',
    beforeConsent: true,
    summary: 'Uses one of the six rights over personal data, for the caller or a minor in their care',
    body: dataRequestDraft,
    reply: z.object({ request: z.object({ id: id(), receipt: z.string(), due_on: day() }) }),
  },
  list: {
    method: 'GET',
    path: '/privacy/requests',
    access: 'patient',
    beforeConsent: true,
    summary: 'What the caller asked, and what was asked for them, newest first, with its answers',
    query: pageQuery(requestPageSize),
    patient: { of: 'self' },
    action: 'privacy.list',
    reply: z.object({ requests: z.array(dataRequest), ...pageReply }),
  },
} as const satisfies EndpointTable
