import type { PromiseName } from '@mi-portal/contract/clinic/promise'
import { formatComplaintNumber } from '@mi-portal/contract/complaints'
import { permits, type StaffAccess } from '@mi-portal/contract/permissions/permissions'
import type { RecordMatter } from '@mi-portal/contract/record-matters'
import { formatReceipt } from '@mi-portal/contract/service-requests/data-rights'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { type ThreadMatter, threadMatters } from '@mi-portal/contract/service-requests/threads'
import { santiago, showDay, toDay } from '@mi-portal/contract/values/dates'

/** The kinds of request that own files. Imaging requests are stored among the contacts. */
type RequestKind = 'document' | 'budget' | 'contact' | 'privacy'

type Description = {
  readonly kind: RequestKind
  /** An adult can give another adult access to requests of documents and quotes, and to no messages. */
  readonly recordMatter: RecordMatter
  readonly label: string
  readonly page: `/${string}`
  /** The promise of the clinic that counts. A complaint and a request about personal data have a deadline of the law instead. */
  readonly promise: PromiseName
  readonly action: string
}

export const descriptions = {
  documents: {
    kind: 'document',
    recordMatter: 'requests',
    label: 'Solicitud de documento',
    page: '/dashboard/consultas-medicas/solicitar-documento',
    promise: 'documents',
    action: 'documents.request',
  },
  budgets: {
    kind: 'budget',
    recordMatter: 'requests',
    label: 'Solicitud de presupuesto',
    page: '/dashboard/solicitud-presupuestos?tab=solicitados',
    promise: 'budgets',
    action: 'budgets.request',
  },
  contact: {
    kind: 'contact',
    recordMatter: 'whole',
    label: 'Contacto',
    page: '/dashboard/contactanos?tab=anteriores',
    promise: 'contact',
    action: 'contact.request',
  },
  imaging: {
    kind: 'contact',
    recordMatter: 'whole',
    label: 'Contacto de imagenología',
    page: '/dashboard/contactanos?tab=anteriores',
    promise: 'contact',
    action: 'imaging.request',
  },
  privacy: {
    kind: 'privacy',
    recordMatter: 'whole',
    label: 'Solicitud sobre datos personales',
    page: '/dashboard/perfil/datos-personales',
    promise: 'contact',
    action: 'privacy.request',
  },
  complaints: {
    kind: 'contact',
    recordMatter: 'whole',
    label: 'Reclamo',
    page: '/dashboard/contactanos?tab=anteriores',
    promise: 'contact',
    action: 'contact.request',
  },
} as const satisfies Readonly<Record<Matter, Description>>

export function answerNotice(matter: Matter, number: string): string {
  return `Respondimos tu solicitud ${number}: ${descriptions[matter].label.toLowerCase()}`
}

/** Returns whether the law gives the answer a term. The term ends with a whole day, and receipt and answer are always mailed. */
export function hasLegalTerm(matter: Matter): boolean {
  return matter === 'privacy' || matter === 'complaints'
}

export function describeDue(matter: Matter, dueAt: Date): string {
  if (hasLegalTerm(matter)) return `el ${showDay(toDay(new Date(dueAt.getTime() - 1)))}`
  const { day, time } = santiago(dueAt)
  return `el ${showDay(day)} a las ${time}`
}

export function formatRequestNumber(matter: Matter, id: number, created_at: Date): string {
  if (matter === 'privacy') return formatReceipt(id, created_at)
  return matter === 'complaints' ? formatComplaintNumber(id, created_at) : String(id)
}

/** Returns the id that a typed number has at its end, as in 1042 or DP-2026-000012; null for other words. */
export function parseRequestNumber(words: string): number | null {
  const [, digits] = /^(?:[a-z]+-\d{4}-)?0*(\d{1,9})$/i.exec(words.trim()) ?? []
  return digits === undefined ? null : Number(digits)
}

export function isThreadMatter(matter: Matter): matter is ThreadMatter {
  return threadMatters.some((one) => one === matter)
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

export function mayAnswer({ permissions }: Pick<StaffAccess, 'permissions'>, matter: Matter): boolean {
  return permits(permissions, matter === 'privacy' ? 'privacy.answer' : 'requests.answer')
}

export function toFacts(fields: readonly (readonly [label: string, value: string | null | undefined])[]) {
  return fields.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

type StaffReader = Pick<StaffAccess, 'sites'> & { readonly id: number }

type ReadByStaff = { readonly site_id: number | null; readonly claimed_person_id: number | null }

/** Returns whether a request is for a member of staff: about one of their sites, or about no site, and no claim of an access of theirs. */
export function isForStaff({ id, sites }: StaffReader, { site_id, claimed_person_id }: ReadByStaff): boolean {
  return id !== claimed_person_id && (sites === null || site_id === null || sites.includes(site_id))
}
