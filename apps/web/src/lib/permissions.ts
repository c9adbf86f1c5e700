/** What the signed-in member of staff may do. The server decides the same again; this only hides what it would reject. */
import type { NeededPermission } from '@mi-portal/contract/calls/endpoint'
import {
  chosenSets,
  getPermissionSet,
  listPermissions,
  permissionSetNames,
  permits,
} from '@mi-portal/contract/permissions/permissions'
import { type CurrentUser, useCurrentUser } from './session.ts'

/** Returns whether a user may do something as a member of staff. */
export function hasPermission(user: CurrentUser | null, needed: NeededPermission): boolean {
  return user !== null && permits(listPermissions(user.rol, user.permission_set), needed)
}

/** Returns the name of the permission set of a member of staff; empty for patients. */
export function getPermissionSetName(user: CurrentUser | null): string {
  if (user === null || user.rol === 'STANDART_ROLE') return ''
  const chosen = chosenSets.find((known) => known === user.permission_set)
  return permissionSetNames[getPermissionSet(user.rol, chosen)]
}

/** Returns whether the signed-in user may do something, as state of a component. */
export function useHasPermission(needed: NeededPermission): boolean {
  return hasPermission(useCurrentUser(), needed)
}
