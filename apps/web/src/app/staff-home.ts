/** Finds the first page that a member of staff sees after the sign-in. */
import type { NeededPermission } from '@mi-portal/contract/calls/endpoint'
import { redirect } from '@tanstack/react-router'
import { hasPermission } from '../lib/permissions.ts'
import { type CurrentUser, getCurrentUser } from '../lib/session.ts'
import { paths } from './paths.ts'

/** Pages in order of preference for a chosen permission set: its members begin on the first one that they may open. */
const workplaces = [
  [paths.adminArrivals, 'agenda.manage'],
  [paths.adminInbox, ['requests.answer', 'privacy.answer']],
  [paths.adminUsers, 'users.read'],
  [paths.adminPrevention, 'content.edit'],
  [paths.adminAudit, 'audit.read'],
] as const

/** The same for the roles, which begin with the users as the specification says. */
const staffHomes = [
  [paths.adminUsers, 'users.read'],
  [paths.adminInbox, ['requests.answer', 'privacy.answer']],
  [paths.adminPrevention, 'content.edit'],
] as const

/** Returns the page on which a member of staff begins. */
export function findStaffHome(user: CurrentUser | null) {
  const homes = user?.permission_set ? workplaces : staffHomes
  return homes.find(([, permission]) => hasPermission(user, permission))?.[0] ?? paths.adminSecurity
}

/**
 * Redirects administrators with the permissions of their role from pages of super administrators, as the specification says.
 * Staff with a chosen permission set see instead that they lack the permission.
 */
export function redirectByRole(needs: NeededPermission): void {
  const user = getCurrentUser()
  if (!user?.permission_set && !hasPermission(user, needs)) throw redirect({ to: findStaffHome(user) })
}
