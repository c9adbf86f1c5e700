/** The routes of the administration: its own sign-in page, and the pages for staff. */
import { createRoute } from '@tanstack/react-router'
import { pageSearch } from '../../lib/search-params.ts'
import { redirectSignedInStaff } from '../guards.ts'
import { ErrorDocument } from '../layouts/error.page.tsx'
import { paths } from '../paths.ts'
import {
  agendaPages,
  complaintsPages,
  confirmationsPages,
  inboxPages,
  lateResultsPages,
  overviewPages,
  usersPages,
} from './care-routes.tsx'
import { contentPages } from './content-routes.tsx'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root.tsx'
import { staffArea } from './staff-area.tsx'
import { auditPages, clinicPages, integrationsPages, privacyPages } from './system-routes.tsx'

const staffSignInArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff-sign-in',
  component: lazyPage(() => import('../layouts/sign-in.tsx'), 'StaffSignInLayout'),
  errorComponent: ErrorDocument,
})

const signIn = createRoute({
  getParentRoute: () => staffSignInArea,
  path: paths.admin,
  staticData: { title: 'Administración' },
  beforeLoad: redirectSignedInStaff,
  component: lazyPage(() => import('../../features/session/sign-in.page.tsx'), 'StaffSignInPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => staffSignInArea,
  path: paths.adminForgotPassword,
  staticData: { title: 'Recuperar contraseña' },
  component: lazyPage(
    () => import('../../features/profile/forgot-password.page.tsx'),
    'StaffForgotPasswordPage',
  ),
})

const staffPages = staffArea.addChildren([
  createRoute({
    getParentRoute: () => staffArea,
    path: paths.adminChangePassword,
    staticData: { title: 'Cambiar contraseña' },
    component: lazyPage(() => import('../../features/profile/staff-password.page.tsx'), 'StaffPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => staffArea,
    path: paths.adminSecurity,
    validateSearch: pageSearch,
    staticData: { title: 'Seguridad' },
    component: lazyPage(
      () => import('../../features/account-security/security.page.tsx'),
      'StaffSecurityPage',
    ),
  }),
  auditPages,
  integrationsPages,
  privacyPages,
  clinicPages,
  contentPages,
  usersPages,
  overviewPages,
  inboxPages,
  complaintsPages,
  lateResultsPages,
  confirmationsPages,
  agendaPages,
])

export const adminRoutes = [staffSignInArea.addChildren([signIn, forgotPassword]), staffPages] as const
