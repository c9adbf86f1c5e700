/** Which members of staff are independent enough of each other to confirm what the other one requested. */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ConfirmationKind } from '@mi-portal/contract/confirmations'
import type { Role } from '@mi-portal/contract/people'
import { listPermissions, type Permission, permits } from '@mi-portal/contract/permissions/permissions'
import { mayAdminister } from '../../people/people.rules.ts'

const day = 24 * 3_600_000

const linkDays = 30
const confirmingAge = 7
const mostNames = 4

type StaffMember = {
  readonly id: number
  readonly full_name: string
  readonly rol: Role
  readonly permission_set: string | null
  readonly date_creation: Date
  readonly locked: boolean
}

type StaffLink = {
  readonly one: number
  readonly other: number
  readonly created: boolean
}

export type Staff = {
  readonly members: readonly StaffMember[]
  /** The links of the last {@link linkDays} days. */
  readonly links: readonly StaffLink[]
  /** The latest creation of an account that confirms changes; null where the age does not count. */
  readonly createdBefore: Date | null
}

export type RequestedChange = {
  readonly requesterId: number
  readonly subject: { readonly id: number; readonly rol: Role }
  readonly permission: Permission
}

export function linkedSince(now: Date): Date {
  return new Date(now.getTime() - linkDays * day)
}

export function createdBefore(now: Date): Date {
  return new Date(now.getTime() - confirmingAge * day)
}

export function permissionFor(kind: ConfirmationKind): Permission {
  return kind === 'staff-access' ? 'staff.manage' : 'users.edit'
}

function isLinked(links: readonly StaffLink[], one: number, other: number): boolean {
  return links.some(
    (link) => (link.one === one && link.other === other) || (link.one === other && link.other === one),
  )
}

function isYoung({ date_creation }: StaffMember, { createdBefore: limit }: Staff): boolean {
  return limit !== null && date_creation > limit
}

function hasPermission({ rol, permission_set }: StaffMember, permission: Permission): boolean {
  return permits(listPermissions(rol, permission_set), permission)
}

function mayConfirm(
  staff: Staff,
  member: StaffMember,
  { requesterId, subject, permission }: RequestedChange,
): boolean {
  return (
    member.id !== requesterId &&
    member.id !== subject.id &&
    !member.locked &&
    hasPermission(member, permission) &&
    mayAdminister(member.rol, subject.rol) &&
    !isYoung(member, staff) &&
    !isLinked(staff.links, member.id, requesterId)
  )
}

function describeOthers(staff: Staff, change: RequestedChange): string {
  const names = staff.members
    .filter((member) => mayConfirm(staff, member, change))
    .map(({ full_name }) => full_name)
  if (names.length === 0) return 'Por ahora nadie más del equipo puede confirmarlo'
  const list = new Intl.ListFormat('es', { type: 'disjunction' }).format(names.slice(0, mostNames))
  return names.length === 1 ? `Puede confirmarlo ${list}` : `Pueden confirmarlo ${list}`
}

/**
 * Returns why a member of staff may not confirm what another one requested, with who may instead; null if they are independent of each
 * other. Without independence one person with two accounts could do both.
 */
export function independenceError(
  staff: Staff,
  confirmerId: number,
  change: RequestedChange,
): ApiError | null {
  const member = staff.members.find(({ id }) => id === confirmerId)
  const reason =
    member !== undefined && isYoung(member, staff)
      ? `Tu cuenta tiene menos de ${confirmingAge} días`
      : isLinked(staff.links, confirmerId, change.requesterId)
        ? `En los últimos ${linkDays} días una de sus dos cuentas creó o desbloqueó a la otra, o cambió su e-mail, su contraseña o su código extra`
        : null
  if (reason === null) return null
  return new ApiError('forbidden', {
    msg: `No puedes confirmar este cambio. ${reason}. ${describeOthers(staff, change)}`,
  })
}

/**
 * Returns whether the installation has no other member of staff who could ever confirm a change. Locks, and links that an act of the
 * requester makes, do not count: otherwise a requester could get rid of the others.
 */
export function isAlone(staff: Staff, requesterId: number, permission: Permission): boolean {
  const created = staff.links.filter(({ created }) => created)
  return !staff.members.some(
    (member) =>
      member.id !== requesterId &&
      hasPermission(member, permission) &&
      !isYoung(member, staff) &&
      !isLinked(created, member.id, requesterId),
  )
}

type Requester = {
  readonly rol: Role
  readonly permission_set: string | null
  readonly status: number
  readonly deleted_at: Date | null
  readonly locked_at: Date | null
  readonly deceased_at: Date | null
}

export function mayStillRequest(requester: Requester, subjectRole: Role, permission: Permission): boolean {
  const isOpen =
    requester.status === 1 &&
    requester.deleted_at === null &&
    requester.locked_at === null &&
    requester.deceased_at === null
  return (
    isOpen &&
    permits(listPermissions(requester.rol, requester.permission_set), permission) &&
    mayAdminister(requester.rol, subjectRole)
  )
}
