/**
 * Decides who may open a page. The server checks the same again at every call; this only spares users a screen full
 * of errors.
 */
import type { NeededPermission } from '@mi-portal/contract/calls/endpoint'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { type HistoryState, redirect } from '@tanstack/react-router'
import { getCurrentUser, getRegistration, isStaff } from '../lib/session.ts'
import { isLayerEntry } from '../ui/close-on-back.ts'
import { paths } from './paths.ts'

interface GuardContext {
  location: { pathname: string; search: object; href: string }
}

/**
 * Redirects a user to sign in before opening a page of an area; after signing in, the user returns to that page.
 */
function redirectToSignIn(to: typeof paths.home | typeof paths.admin, { location }: GuardContext) {
  return redirect({ to, state: (before) => ({ ...before, returnTo: location.href }) })
}

/** Requires a stored token. With a temporary password only the page that changes it can be opened. */
export function requirePatient(context: GuardContext) {
  const { location } = context
  const user = getCurrentUser()
  if (!user) throw redirectToSignIn(paths.home, context)
  if (!user.temporary_key_status || isStaff(user)) return
  const tab = 'tab' in location.search ? location.search.tab : undefined
  if (location.pathname !== paths.profile || tab !== 'cambiar-contrasena')
    throw redirect({ to: paths.profile, search: { tab: 'cambiar-contrasena' } })
}

/**
 * Lets visitors open a page and checks a signed-in user like {@link requirePatient}: a temporary password cannot
 * book.
 */
export function requirePermanentPassword(context: GuardContext) {
  if (getCurrentUser()) requirePatient(context)
}

/** Requires a token and one of the two staff roles. */
export function requireStaff(context: GuardContext) {
  const { location } = context
  const user = getCurrentUser()
  if (!isStaff(user)) throw redirectToSignIn(paths.admin, context)
  if (user?.temporary_key_status && location.pathname !== paths.adminChangePassword)
    throw redirect({ to: paths.adminChangePassword })
}

/** Redirects minors, who may see their group but not add members. */
export function requireAdult() {
  if (getCurrentUser()?.is_a_minor) throw redirect({ to: paths.family, replace: true })
}

/**
 * Requires a permission of staff, which the component of the route checks again. The permissions are loaded here, so that the pages
 * of patients do not load them.
 */
export function requirePermission(needs: NeededPermission) {
  return async () => {
    const { redirectByRole } = await import('./staff-home.ts')
    redirectByRole(needs)
    return { needs }
  }
}

/** Redirects a signed-in patient away from the sign-in page. */
export function redirectSignedInPatient() {
  if (getCurrentUser()?.rol === 'STANDART_ROLE') throw redirect({ to: paths.dashboard })
}

/** Redirects signed-in staff from the sign-in page to the page on which they begin. */
export async function redirectSignedInStaff() {
  const user = getCurrentUser()
  if (!isStaff(user)) return
  const { findStaffHome } = await import('./staff-home.ts')
  throw redirect({ to: findStaffHome(user) })
}

/**
 * Requires a passed identity check (code 0) with that type of document, before a registration form opens. What opens over the form
 * needs no second check.
 */
export function requireIdentityCheck(type: DocumentTypeId) {
  return ({ location }: { location: { state: HistoryState } }) => {
    if (isLayerEntry(location)) return
    const data = getRegistration()
    if (data?.code !== 0 || data.document_type_id !== type) throw redirect({ to: paths.register })
  }
}

/** Lets only super administrators create an administrator; other staff are redirected to the list of users. */
export function requireCreatableRole({ params }: { params: { role: string } }) {
  const allowed =
    ['paciente', 'ficha'].includes(params.role) ||
    (params.role === 'admin' && getCurrentUser()?.rol === 'SUPER_ADMIN_ROLE')
  if (!allowed) throw redirect({ to: paths.adminUsers })
}
