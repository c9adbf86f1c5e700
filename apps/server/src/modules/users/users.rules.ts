/** Rules of what staff may do with an account, and what the audit log stores of a change. */
import type { ApiErrorCode } from '@mi-portal/contract/api-error'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import { erasableFields, personalDataFields } from '@mi-portal/contract/person-fields'
import { type DenialReason, denialReasonLabels, denialReasons } from '@mi-portal/contract/users'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { maskEmail } from '@mi-portal/contract/values/email'
import { phonePattern } from '@mi-portal/contract/values/phone'

/** Returns the state of an account after a decision. Only a passport that staff have seen counts as validated. */
export function decided(
  approved: boolean,
  type: DocumentTypeId,
): { status: number; status_passport: boolean } {
  return {
    status: approved ? accountStatus.enabled : accountStatus.disabled,
    status_passport: approved && type === documentType.passport,
  }
}

/** Returns the reason of a denial as the person reads it: the standard sentences, then what staff typed. */
export function describeReasons(reasons: readonly DenialReason[], text: string): string {
  return [...denialReasons.filter((id) => reasons.includes(id)).map((id) => denialReasonLabels[id]), text]
    .filter(Boolean)
    .join(' ')
}

/**
 * Returns the nine digits of a Chilean phone in any spelling, as `+56 9 8765 4321` or `(02) 2654-3210`; null for any other text, also for
 * a RUN with its dots.
 */
export function readPhone(text: string): string | null {
  if (!/^[\d\s()+-]+$/.test(text)) return null
  const digits = text
    .replace(/\D/g, '')
    .replace(/^(00)?56(?=\d{9}$)/, '')
    .replace(/^0(?=\d{9}$)/, '')
  return phonePattern.test(digits) ? digits : null
}

type Decision = { readonly approved: boolean; readonly decided_by: number }

/** Returns whether a person repeats their own last decision. */
export function isRepeated(last: Decision | null, approved: boolean, actorId: number): boolean {
  return last !== null && last.approved === approved && last.decided_by === actorId
}

type Disabling = {
  readonly self: boolean
  readonly target: Role
  /** Number of enabled super administrators other than the target. */
  readonly otherSuperAdmins: number
}

/** Returns why a member of staff may not disable an account that they may change; null if they may. */
export function disablingErrorOf({ self, target, otherSuperAdmins }: Disabling): ApiErrorCode | null {
  if (self) return 'ownAccount'
  return target === 'SUPER_ADMIN_ROLE' && otherSuperAdmins === 0 ? 'lastSuperAdmin' : null
}

/** Hours for which a password that staff typed opens the account, together with the code from the owner's mailbox. */
export const typedPasswordHours = 24

/** Returns whether two addresses belong to different mailboxes; case does not matter. */
export function isOtherMailbox(before: string | null, after: string | null): boolean {
  return before?.toLowerCase() !== after?.toLowerCase()
}

type Notified = {
  readonly email: string | null
  readonly phone: string | null
}

/**
 * Names the changes by staff of which the owner of an account is notified: `el e-mail y el teléfono`; empty without one. The mail about
 * a document is sent once a second member of staff has confirmed it.
 */
export function notifiedChanges(before: Notified, after: Notified): string {
  const names = [
    ...(isOtherMailbox(before.email, after.email) ? ['el e-mail'] : []),
    ...(before.phone === after.phone ? [] : ['el teléfono']),
  ]
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(names)
}

/** Describes a change by staff as its owner reports it: `un cambio de la clínica en el e-mail, el 26-11-2026 a las 09:30`. */
export function describeChange(what: string, at: Date): string {
  const { day, time } = santiago(at)
  return `un cambio de la clínica en ${what}, el ${showDay(day)} a las ${time}`
}

/** The fields of an account that the audit log stores. */
const traced = [
  'document_type_id',
  'document_number',
  'document_country',
  ...personalDataFields,
  'email',
  'status',
] as const
type Traced = Readonly<Record<(typeof traced)[number], unknown>>

function maskErasable(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  if (field === 'email') return maskEmail(value)
  if (field === 'phone') return `•••••${value.slice(-3)}`
  return erasableFields.some((erasable) => erasable === field) ? '•••••' : value
}

/** Returns the fields that a change touched, each with its value before and after. */
export function traceOf(before: Traced, after: Traced) {
  const changed = traced.filter((field) => before[field] !== after[field])
  const side = (of: Traced) =>
    Object.fromEntries(changed.map((field) => [field, maskErasable(field, of[field])]))
  return { changed, before: side(before), after: side(after) }
}
