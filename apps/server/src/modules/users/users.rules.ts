/** What staff may do with an account, and what is kept of what they did. */
import type { FailureCode } from '@mi-portal/contract/failure'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { maskEmail } from '@mi-portal/contract/values/email'

/** What an account becomes by a decision; only a passport that was seen counts as validated. */
export function decided(
  approved: boolean,
  type: DocumentTypeId,
): { status: number; status_passport: boolean } {
  return {
    status: approved ? accountStatus.enabled : accountStatus.disabled,
    status_passport: approved && type === documentType.passport,
  }
}

type Decision = { readonly approved: boolean; readonly decided_by: number }

/** Whether somebody asks again for what they decided themself. */
export function isRepeated(last: Decision | null, approved: boolean, actorId: number): boolean {
  return last !== null && last.approved === approved && last.decided_by === actorId
}

/** Administrators never touch administrators, their own account included. */
export function mayTouch(staff: Role, target: Role): boolean {
  return staff === 'SUPER_ADMIN_ROLE' || target === 'STANDART_ROLE'
}

type Disabling = {
  readonly self: boolean
  readonly target: Role
  /** How many super administrators are enabled besides the target. */
  readonly otherSuperAdmins: number
}

/** Why somebody who may touch an account may not disable it, or null. */
export function disablingRefusal({ self, target, otherSuperAdmins }: Disabling): FailureCode | null {
  if (self) return 'ownAccount'
  return target === 'SUPER_ADMIN_ROLE' && otherSuperAdmins === 0 ? 'lastSuperAdmin' : null
}

/** What the audit trail keeps of an account's data. */
const traced = [
  'document_type_id',
  'document_number',
  'first_name',
  'last_name',
  'second_name',
  'date_birth',
  'nationality_id',
  'forecast_id',
  'gender_id',
  'commune_id',
  'status',
  'email',
  'phone',
  'address',
] as const
type Traced = Readonly<Record<(typeof traced)[number], unknown>>

function told(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  // How to reach somebody must be forgotten when they ask for it, and nothing of the trail ever is.
  if (field === 'email') return maskEmail(value)
  if (field === 'phone') return `•••••${value.slice(-3)}`
  return field === 'address' ? '•••••' : value
}

/** Which fields a change touched, each with what was there before and after. */
export function traceOf(before: Traced, after: Traced) {
  const changed = traced.filter((field) => before[field] !== after[field])
  const side = (of: Traced) => Object.fromEntries(changed.map((field) => [field, told(field, of[field])]))
  return { changed, before: side(before), after: side(after) }
}
