/** Who may open a page. The server refuses the same again at every call; this only spares people a screen full of refusals. */
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { redirect } from '@tanstack/react-router'
import { currentUser, isStaff, registrationData } from '../lib/session.ts'
import { paths } from './paths.ts'

interface Visit {
  location: { pathname: string; search: object; href: string }
}

/** To where somebody signs in who asked for a page of an area; after that they come back to it. */
function signInFirst(to: typeof paths.home | typeof paths.admin, { location }: Visit) {
  return redirect({ to, state: (before) => ({ ...before, returnTo: location.href }) })
}

/** Patient pages need a stored token only. A temporary password opens nothing but the page that changes it. */
export function requirePatient(visit: Visit) {
  const { location } = visit
  const user = currentUser()
  if (!user) throw signInFirst(paths.home, visit)
  if (!user.temporary_key_status || isStaff(user)) return
  const tab = 'tab' in location.search ? location.search.tab : undefined
  if (location.pathname !== paths.profile || tab !== 'cambiar-contrasena')
    throw redirect({ to: paths.profile, search: { tab: 'cambiar-contrasena' } })
}

/** A page for anybody that asks whoever is signed in as {@link requirePatient} does: a temporary password books nothing. */
export function requirePermanentKey(visit: Visit) {
  if (currentUser()) requirePatient(visit)
}

/** Staff pages need a token and one of the two staff roles. */
export function requireStaff(visit: Visit) {
  const { location } = visit
  const user = currentUser()
  if (!isStaff(user)) throw signInFirst(paths.admin, visit)
  if (user?.temporary_key_status && location.pathname !== paths.adminChangePassword)
    throw redirect({ to: paths.adminChangePassword })
}

/** Minors look at their group and add nobody. */
export function requireAdult() {
  if (currentUser()?.is_a_minor) throw redirect({ to: paths.family, replace: true })
}

export function requireSuperAdmin() {
  if (currentUser()?.rol !== 'SUPER_ADMIN_ROLE') throw redirect({ to: paths.admin })
}

/** Who is signed in already has no business at the sign-in pages. */
export function skipWhenPatient() {
  if (currentUser()?.rol === 'STANDART_ROLE') throw redirect({ to: paths.dashboard })
}

export function skipWhenStaff() {
  if (isStaff(currentUser())) throw redirect({ to: paths.adminUsers })
}

/** A registration form opens only to who has passed the identity check (code 0) with that type of document. */
export function requireIdentityCheck(type: DocumentTypeId) {
  return () => {
    const data = registrationData()
    if (data?.code !== 0 || data.document_type_id !== type) throw redirect({ to: paths.register })
  }
}

/** Creating an administrator is the super administrator's; anyone else lands on the list of users. */
export function requireCreatableRole({ params }: { params: { role: string } }) {
  const allowed =
    params.role === 'paciente' || (params.role === 'admin' && currentUser()?.rol === 'SUPER_ADMIN_ROLE')
  if (!allowed) throw redirect({ to: paths.adminUsers })
}
