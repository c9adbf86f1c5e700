import type { Role, StaffRole } from './roles.ts'

/** Each endpoint for staff names one of these, see `permission` in `endpoint.ts`. */
export type Permission =
  | 'overview.read'
  /** The failures of the installation: e-mails that were not sent, and settings that are missing. */
  | 'operations.read'
  | 'users.read'
  | 'users.edit'
  | 'users.validate'
  | 'requests.answer'
  /** The requests about personal data, which the law gives a term. */
  | 'privacy.answer'
  | 'agenda.manage'
  | 'bookings.manage'
  | 'content.edit'
  | 'clinic.edit'
  | 'integrations.manage'
  | 'audit.read'
  | 'privacy.manage'
  | 'staff.manage'

/** The sets that a super administrator can give. `administrator` is what an administrator has without any choice. */
export const permissionSets = [
  'administrator',
  'front-desk',
  'requests-desk',
  'content-editor',
  'privacy-officer',
  'super-administrator',
] as const
export type PermissionSet = (typeof permissionSets)[number]

export const permissionSetNames: Readonly<Record<PermissionSet, string>> = {
  administrator: 'Administración',
  'front-desk': 'Mesón',
  'requests-desk': 'Solicitudes',
  'content-editor': 'Contenidos',
  'privacy-officer': 'Datos personales',
  'super-administrator': 'Superadministración',
}

const administrator: readonly Permission[] = [
  'overview.read',
  'operations.read',
  'users.read',
  'users.edit',
  'users.validate',
  'requests.answer',
  'privacy.answer',
  'agenda.manage',
  'bookings.manage',
]

const permissionsOfSet: Readonly<Record<PermissionSet, readonly Permission[]>> = {
  administrator,
  'front-desk': [
    'overview.read',
    'users.read',
    'users.edit',
    'users.validate',
    'agenda.manage',
    'bookings.manage',
  ],
  'requests-desk': ['overview.read', 'requests.answer'],
  'content-editor': ['content.edit'],
  'privacy-officer': ['overview.read', 'privacy.answer', 'privacy.manage', 'audit.read'],
  'super-administrator': [
    ...administrator,
    'content.edit',
    'clinic.edit',
    'integrations.manage',
    'audit.read',
    'privacy.manage',
    'staff.manage',
  ],
}

/** The sets that are stored with an administrator's account. Without one the role decides. */
export const chosenSets = ['front-desk', 'requests-desk', 'content-editor', 'privacy-officer'] as const
export type ChosenSet = (typeof chosenSets)[number]

/** What a member of staff may do, and at which sites; null: every site. */
export type StaffAccess = {
  readonly permissions: readonly Permission[]
  readonly sites: readonly number[] | null
}

/** Returns the permission set of a member of staff. Only an administrator can have a chosen one. */
export function getPermissionSet(rol: StaffRole, chosen: ChosenSet | null | undefined): PermissionSet {
  return rol === 'SUPER_ADMIN_ROLE' ? 'super-administrator' : (chosen ?? 'administrator')
}

/** Returns what a person may do as staff: nothing if the person is a patient or the set is unknown. */
export function listPermissions(rol: Role, chosen: string | null | undefined): readonly Permission[] {
  if (rol === 'STANDART_ROLE') return []
  const set = chosenSets.find((known) => known === chosen)
  if (rol === 'ADMIN_ROLE' && chosen && set === undefined) return []
  return permissionsOfSet[getPermissionSet(rol, set)]
}

/** Returns whether one of the permissions is enough for an endpoint or a page. `any`: every member of staff. */
export function permits(
  permissions: readonly Permission[],
  needed: Permission | 'any' | readonly Permission[],
): boolean {
  if (needed === 'any') return true
  return typeof needed === 'string'
    ? permissions.includes(needed)
    : needed.some((one) => permissions.includes(one))
}
