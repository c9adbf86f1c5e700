/**
 * Decides who may open a page. The server checks the same again at every call; this only spares users a screen full
 * of errors.
 */
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { redirect } from '@tanstack/react-router'
import { currentUser, isStaff, registrationData } from '../lib/session.ts'
import { paths } from './paths.ts'

interface Visit {
  location: { pathname: string; search: object; href: string }
}

/**
 * Redirects a user to sign in before opening a page of an area; after signing in, the user returns to that page.
 */
function signInFirst(to: typeof paths.home | typeof paths.admin, { location }: Visit) {
  return redirect({ to, state: (before) => ({ ...before, returnTo: location.href }) })
}

/** Requires a stored token. With a temporary password only the page that changes it can be opened. */
export function requirePatient(visit: Visit) {
  const { location } = visit
  const user = currentUser()
  if (!user) throw signInFirst(paths.home, visit)
  if (!user.temporary_key_status || isStaff(user)) return
  const tab = 'tab' in location.search ? location.search.tab : undefined
  if (location.pathname !== paths.profile || tab !== 'cambiar-contrasena')
    throw redirect({ to: paths.profile, search: { tab: 'cambiar-contrasena' } })
}

/**
 * Lets visitors open a page and checks a signed-in user like {@link requirePatient}: a temporary password cannot
 * book.
 */
export function requirePermanentKey(visit: Visit) {
  if (currentUser()) requirePatient(visit)
}

/** Requires a token and one of the two staff roles. */
export function requireStaff(visit: Visit) {
  const { location } = visit
  const user = currentUser()
  if (!isStaff(user)) throw signInFirst(paths.admin, visit)
  if (user?.temporary_key_status && location.pathname !== paths.adminChangePassword)
    throw redirect({ to: paths.adminChangePassword })
}

/** Redirects minors, who may see their group but not add members. */
export function requireAdult() {
  if (currentUser()?.is_a_minor) throw redirect({ to: paths.family, replace: true })
}

export function requireSuperAdmin() {
  if (currentUser()?.rol !== 'SUPER_ADMIN_ROLE') throw redirect({ to: paths.admin })
}

/** Redirects a signed-in patient away from the sign-in page. */
export function skipWhenPatient() {
  if (currentUser()?.rol === 'STANDART_ROLE') throw redirect({ to: paths.dashboard })
}

export function skipWhenStaff() {
  if (isStaff(currentUser())) throw redirect({ to: paths.adminUsers })
}

/** Requires a passed identity check (code 0) with that type of document, before a registration form opens. */
export function requireIdentityCheck(type: DocumentTypeId) {
  return () => {
    const data = registrationData()
    if (data?.code !== 0 || data.document_type_id !== type) throw redirect({ to: paths.register })
  }
}

/** Lets only super administrators create an administrator; other staff are redirected to the list of users. */
export function requireCreatableRole({ params }: { params: { role: string } }) {
  const allowed =
    params.role === 'paciente' || (params.role === 'admin' && currentUser()?.rol === 'SUPER_ADMIN_ROLE')
  if (!allowed) throw redirect({ to: paths.adminUsers })
}
