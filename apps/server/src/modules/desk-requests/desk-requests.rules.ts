/** Rules that apply to every request to a department. */
import type { PromiseName } from '@mi-portal/contract/clinic/promise'
import type { Matter } from '@mi-portal/contract/desk'
import { permits, type StaffAccess } from '@mi-portal/contract/permissions'
import { receiptOf } from '@mi-portal/contract/privacy'
import type { RecordMatter } from '@mi-portal/contract/record-matters'
import { dayOf, santiago, showDay } from '@mi-portal/contract/values/dates'

/** The kinds of request that own files. Imaging requests are stored among the contacts. */
type RequestKind = 'document' | 'budget' | 'contact' | 'privacy'

export const kindOf: Readonly<Record<Matter, RequestKind>> = {
  documents: 'document',
  budgets: 'budget',
  contact: 'contact',
  imaging: 'contact',
  privacy: 'privacy',
}

/**
 * The part of the patient's record to which a request belongs. An adult can give another adult access to requests of documents and
 * quotes, and to no messages.
 */
export const recordMatterOf = {
  documents: 'requests',
  budgets: 'requests',
  contact: 'whole',
  imaging: 'whole',
  privacy: 'whole',
} as const satisfies Record<Matter, RecordMatter>

/** The clinic's name of a matter in mails and in the inbox. */
export const matterLabels: Readonly<Record<Matter, string>> = {
  documents: 'Solicitud de documento',
  budgets: 'Solicitud de presupuesto',
  contact: 'Contacto',
  imaging: 'Contacto de imagenología',
  privacy: 'Solicitud sobre datos personales',
}

/** Returns the text of the notification about an answer, which shows nothing of the request. */
export function answerNotice(matter: Matter, number: string): string {
  return `Respondimos tu solicitud ${number}: ${matterLabels[matter].toLowerCase()}`
}

/** The page on which a patient finds their request and its answer. */
export const whereToRead: Readonly<Record<Matter, `/${string}`>> = {
  documents: '/dashboard/consultas-medicas/solicitar-documento',
  budgets: '/dashboard/solicitud-presupuestos?tab=solicitados',
  contact: '/dashboard/contactanos?tab=anteriores',
  imaging: '/dashboard/contactanos?tab=anteriores',
  privacy: '/dashboard/perfil/datos-personales',
}

/** When a request arrived, and until when the clinic has to answer it. */
export type Arrival = { readonly now: Date; readonly dueAt: Date }

/** The promise of the clinic that counts for a matter. A request about personal data has a deadline of the law. */
export const promises = {
  documents: 'documents',
  budgets: 'budgets',
  contact: 'contact',
  imaging: 'contact',
  privacy: 'contact',
} as const satisfies Record<Matter, PromiseName>

/** Returns until when a request is answered, in words. A deadline of the law ends with a whole day. */
export function describeDue(matter: Matter, dueAt: Date): string {
  if (matter === 'privacy') return `el ${showDay(dayOf(new Date(dueAt.getTime() - 1)))}`
  const { day, time } = santiago(dueAt)
  return `el ${showDay(day)} a las ${time}`
}

/** Returns the number by which a person knows their request. */
export function formatRequestNumber(matter: Matter, id: number, created_at: Date): string {
  return matter === 'privacy' ? receiptOf(id, created_at) : String(id)
}

type RequestParties = {
  readonly kind: RequestKind
  readonly requester_id: number
  readonly patient_id: number
}

/**
 * Returns whether a person who may see the patient's record may read this request. The requester may always. A
 * request about personal data is also for the patient, and a quote for the patient and the guardian. A guardian does
 * not see a quote for an adolescent that they did not request, because it may concern a reserved matter.
 */
export function mayRead(
  asked: RequestParties,
  viewer: { readonly id: number; readonly withoutReserved: boolean },
): boolean {
  if (asked.requester_id === viewer.id) return true
  if (asked.kind === 'privacy') return asked.patient_id === viewer.id
  return asked.kind === 'budget' && (asked.patient_id === viewer.id || !viewer.withoutReserved)
}

/** Returns whether a member of staff may read and answer the requests of a matter. */
export function mayAnswer({ permissions }: Pick<StaffAccess, 'permissions'>, matter: Matter): boolean {
  return permits(permissions, matter === 'privacy' ? 'privacy.answer' : 'requests.answer')
}

/** Returns whether a member of staff sees a request: it is about one of their sites, or about no site. */
export function isAtSites({ sites }: Pick<StaffAccess, 'sites'>, siteId: number | null): boolean {
  return sites === null || siteId === null || sites.includes(siteId)
}
