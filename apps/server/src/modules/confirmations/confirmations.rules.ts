/** Who may decide a change that needs two members of staff, and until when. */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  type ChangedValue,
  type Confirmation,
  type ConfirmationKind,
  confirmationDays,
  confirmationKinds,
  hoursAlone,
} from '@mi-portal/contract/confirmations'
import type { Role } from '@mi-portal/contract/people'
import { mayAdminister } from '../people/people.rules.ts'

export const requesterLostPermission = 'Quien pidió este cambio ya no puede pedirlo'

const day = 24 * 3_600_000

type Decision = {
  readonly actor: { readonly id: number; readonly rol: Role }
  readonly requestedBy: number
  readonly subject: { readonly id: number; readonly rol: Role }
}

type Outcome = {
  readonly requested_by: number
  readonly confirmed_at: Date | null
  readonly rejected_at: Date | null
  readonly rejected_by: number | null
  readonly expired_at: Date | null
}

export function decidedByAnother(): ApiError {
  return new ApiError('forbidden', { msg: 'Este cambio lo debe decidir otra persona del equipo' })
}

export function changedSinceRequest(reason: string): ApiError {
  return new ApiError('confirmationOutdated', {
    msg: `${reason}. Rechaza el cambio y pídelo de nuevo si hace falta`,
  })
}

export function describeRequester(
  requester: { readonly id: number; readonly name: string } | null | undefined,
) {
  return requester ? { requested_by: requester.id, requested_by_name: requester.name } : {}
}

export function findDecisionError({ actor, requestedBy, subject }: Decision): ApiError | null {
  if (actor.id === requestedBy || actor.id === subject.id) return decidedByAnother()
  return mayAdminister(actor.rol, subject.rol) ? null : new ApiError('forbidden')
}

export function effectiveFrom(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + hoursAlone * 3_600_000)
}

export function getExpiry(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + confirmationDays * day)
}

export function expiredSince(now: Date): Date {
  return new Date(now.getTime() - confirmationDays * day)
}

/** Returns the state of a change. Its requester can only withdraw it, so a rejection of theirs is a withdrawal. */
export function getConfirmationState(row: Outcome): Confirmation['state'] {
  if (row.confirmed_at !== null) return 'confirmada'
  if (row.expired_at !== null) return 'vencida'
  if (row.rejected_at === null) return 'pendiente'
  return row.rejected_by === row.requested_by ? 'retirada' : 'rechazada'
}

export function toConfirmationKind(stored: string): ConfirmationKind {
  const kind = confirmationKinds.find((known) => known === stored)
  if (kind === undefined) throw new Error(`confirmations: ${stored} is no kind of change`)
  return kind
}

/** The changes as the owner of the account reads about them: «pidió cambiar el documento de tu cuenta». */
const requestedChanges: Readonly<Record<ConfirmationKind, string>> = {
  'second-factor-reset': 'quitar el código extra de tu cuenta',
  'identity-change': 'cambiar datos de tu identidad',
  'account-opening': 'abrir tu cuenta',
  application: 'validar un registro con tu documento',
  'email-change': 'cambiar el e-mail de tu cuenta',
  guardian: 'confirmar quién te representa',
  'family-acceptance': 'agregarte a un grupo familiar',
  'protection-end': 'terminar una medida de protección',
  death: 'registrar o corregir un fallecimiento en tu cuenta',
  'staff-access': 'darte acceso como parte del equipo',
}

export function describeRequest(kind: ConfirmationKind): string {
  return requestedChanges[kind]
}

const identityParts: Readonly<Partial<Record<ChangedValue['field'], string>>> = {
  name: 'tu nombre',
  gender: 'tu género',
  'birth-date': 'tu fecha de nacimiento',
  document: 'el documento de tu cuenta',
}

/**
 * Names what a confirmed change of an identity replaced, for the mail to the owner: `tu nombre y el documento de tu cuenta`; null for other
 * kinds, about which their domains send a mail of their own.
 */
export function describeMadeChange(kind: ConfirmationKind, changes: readonly ChangedValue[]): string | null {
  if (kind !== 'identity-change') return null
  const parts = changes.flatMap(({ field }) => identityParts[field] ?? [])
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(parts)
}

export function describeDecision(isAlone: boolean): string {
  return isAlone
    ? `Lo pidió una persona del equipo. Esperó ${hoursAlone} horas, porque no hay otra que lo confirme.`
    : 'Lo pidió una persona del equipo y lo confirmó otra.'
}

/** Returns whether the owner of the account is notified of a rejected attempt: a new account has no known mailbox yet. */
export function isRejectionNotified(kind: ConfirmationKind): boolean {
  return kind !== 'account-opening' && !isSecretFromOwner(kind)
}

/** Returns whether no mail tells of a change: the mailbox of a protected minor may be that of a guardian. */
export function isSecretFromOwner(kind: ConfirmationKind): boolean {
  return kind === 'protection-end'
}
