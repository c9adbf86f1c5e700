/** What holds for every request to a desk. */
import { answerHours, type Matter } from '@mi-portal/contract/desk'
import { receiptOf } from '@mi-portal/contract/privacy'

/** How files say which table their request is in; imaging's requests are kept among the contacts. */
type RequestKind = 'document' | 'budget' | 'contact' | 'privacy'

export const kindOf: Readonly<Record<Matter, RequestKind>> = {
  documents: 'document',
  budgets: 'budget',
  contact: 'contact',
  imaging: 'contact',
  privacy: 'privacy',
}

/** What the clinic calls a matter in mails and on the tray. */
export const matterWords: Readonly<Record<Matter, string>> = {
  documents: 'Solicitud de documento',
  budgets: 'Solicitud de presupuesto',
  contact: 'Contacto',
  imaging: 'Contacto de imagenología',
  privacy: 'Solicitud sobre datos personales',
}

/** Where a patient finds what they asked and its answer. */
export const whereToRead: Readonly<Record<Matter, `/${string}`>> = {
  documents: '/dashboard/consultas-medicas/solicitar-documento',
  budgets: '/dashboard/solicitud-presupuestos?tab=solicitados',
  contact: '/dashboard/contactanos?tab=anteriores',
  imaging: '/dashboard/contactanos?tab=anteriores',
  privacy: '/dashboard/perfil/datos-personales',
}

/** The term that the law sets a request, or what the texts promise: running hours, weekends and holidays included. */
export function dueAt(request: { readonly created_at: Date; readonly due_at: Date | null }): Date {
  return request.due_at ?? new Date(request.created_at.getTime() + answerHours * 3_600_000)
}

/** By what number a person knows their request. */
export function numberOf(matter: Matter, id: number, created_at: Date): string {
  return matter === 'privacy' ? receiptOf(id, created_at) : String(id)
}

/** By when a request must have come for its time to be over at that moment. */
export function askedBy(now: Date): Date {
  return new Date(now.getTime() - answerHours * 3_600_000)
}

type Asked = {
  readonly kind: RequestKind
  readonly requester_id: number
  readonly patient_id: number
}

/**
 * Whether somebody who may see the patient's record may see this request: whoever asked may, what is about their data
 * also the patient, budgets the patient and their guardian; of an adolescent's own budget the guardian is told nothing, because it may be about what the law
 * reserves.
 */
export function mayRead(
  asked: Asked,
  viewer: { readonly id: number; readonly withoutReserved: boolean },
): boolean {
  if (asked.requester_id === viewer.id) return true
  if (asked.kind === 'privacy') return asked.patient_id === viewer.id
  return asked.kind === 'budget' && (asked.patient_id === viewer.id || !viewer.withoutReserved)
}
