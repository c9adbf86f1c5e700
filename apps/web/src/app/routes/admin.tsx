/** The routes of the administration: its own sign-in page, and the pages for staff. */
import type { NeededPermission } from '@mi-portal/contract/endpoint'
import { createRoute } from '@tanstack/react-router'
import { agendaSearch } from '../../features/agenda/agenda.search.ts'
import { arrivalsSearch } from '../../features/agenda/arrivals/arrivals.search.ts'
import { auditSearch } from '../../features/audit/audit.search.ts'
import { clinicPartSearch } from '../../features/clinic/clinic-admin.search.ts'
import { complaintsSearch } from '../../features/complaints/complaints.search.ts'
import { confirmationsSearch } from '../../features/confirmations/confirmations.search.ts'
import { familySearch } from '../../features/family/family.search.ts'
import { daySearch } from '../../features/front-desk/day/day.search.ts'
import { legalAdminSearch } from '../../features/legal/legal-admin.search.ts'
import { mailingSearch } from '../../features/mailing/mailing.search.ts'
import { numbersSearch } from '../../features/numbers/numbers.search.ts'
import { overviewSearch } from '../../features/overview/overview.search.ts'
import { publicationsSearch } from '../../features/publishing/publications.search.ts'
import { inboxSearch } from '../../features/service-requests/inbox/inbox.search.ts'
import { createUserSearch, usersSearch } from '../../features/users/users.search.ts'
import { pageSearch } from '../../lib/search-params.ts'
import { redirectSignedInStaff, requireCreatableRole, requirePermission, requireStaff } from '../guards.ts'
import { ErrorDocument } from '../layouts/error.page.tsx'
import { paths } from '../paths.ts'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root.tsx'

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

const staffArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  beforeLoad: requireStaff,
  component: lazyPage(() => import('../layouts/admin/admin.tsx'), 'AdminLayout'),
  errorComponent: ErrorDocument,
})

/** Returns the parent route of pages that need a permission. Staff without the permission see a message in their place. */
function createPermittedArea<const Id extends string>(id: Id, needs: NeededPermission) {
  return createRoute({
    getParentRoute: () => staffArea,
    id,
    beforeLoad: requirePermission(needs),
    component: lazyPage(() => import('../pages/permitted.page.tsx'), 'PermittedPages'),
  })
}

const auditArea = createPermittedArea('staff-audit', 'audit.read')
const auditPages = auditArea.addChildren([
  createRoute({
    getParentRoute: () => auditArea,
    path: paths.adminAudit,
    validateSearch: auditSearch,
    staticData: { title: 'Registro de accesos' },
    component: lazyPage(() => import('../../features/audit/audit.page.tsx'), 'AuditPage'),
  }),
])

const integrationsArea = createPermittedArea('staff-integrations', 'integrations.manage')
const integrationsPages = integrationsArea.addChildren([
  createRoute({
    getParentRoute: () => integrationsArea,
    path: paths.adminServiceAccounts,
    staticData: { title: 'Cuentas de servicio' },
    component: lazyPage(() => import('../../features/fhir/service-accounts.page.tsx'), 'ServiceAccountsPage'),
  }),
])

const privacyArea = createPermittedArea('staff-privacy', 'privacy.manage')
const privacyPages = privacyArea.addChildren([
  createRoute({
    getParentRoute: () => privacyArea,
    path: paths.adminBreaches,
    validateSearch: pageSearch,
    staticData: { title: 'Vulneraciones de seguridad' },
    component: lazyPage(() => import('../../features/breaches/breaches.page.tsx'), 'BreachesPage'),
  }),
  createRoute({
    getParentRoute: () => privacyArea,
    path: paths.adminBreach,
    validateSearch: pageSearch,
    staticData: { title: 'Vulneración de seguridad' },
    component: lazyPage(() => import('../../features/breaches/breach.page.tsx'), 'BreachPage'),
  }),
  createRoute({
    getParentRoute: () => privacyArea,
    path: paths.adminPrivacy,
    validateSearch: legalAdminSearch,
    staticData: { title: 'Textos legales' },
    component: lazyPage(() => import('../../features/legal/legal-admin.page.tsx'), 'LegalAdminPage'),
  }),
])

const clinicArea = createPermittedArea('staff-clinic', 'clinic.edit')
const clinicPages = clinicArea.addChildren([
  createRoute({
    getParentRoute: () => clinicArea,
    path: paths.adminLaunch,
    staticData: { title: 'Puesta en marcha' },
    component: lazyPage(() => import('../../features/overview/overview.page.tsx'), 'LaunchPage'),
  }),
  createRoute({
    getParentRoute: () => clinicArea,
    path: paths.adminClinic,
    staticData: { title: 'Clínica' },
    component: lazyPage(() => import('../../features/clinic/clinic-admin.page.tsx'), 'ClinicAdminPage'),
  }),
  createRoute({
    getParentRoute: () => clinicArea,
    path: paths.adminClinicPart,
    validateSearch: clinicPartSearch,
    staticData: { title: 'Clínica' },
    component: lazyPage(() => import('../../features/clinic/clinic-part.page.tsx'), 'ClinicPartPage'),
  }),
  createRoute({
    getParentRoute: () => clinicArea,
    path: paths.adminMailing,
    validateSearch: mailingSearch,
    staticData: { title: 'Probar Emails' },
    component: lazyPage(() => import('../../features/mailing/mailing.page.tsx'), 'MailingPage'),
  }),
])

const contentArea = createPermittedArea('staff-content', 'content.edit')
const contentPages = contentArea.addChildren([
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminAlerts,
    staticData: { title: 'Administrador de alertas' },
    component: lazyPage(() => import('../../features/alerts/alerts.page.tsx'), 'AlertsPage'),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminPrevention,
    validateSearch: publicationsSearch,
    staticData: { title: 'Administrador de control y prevención' },
    component: lazyPage(
      () => import('../../features/publishing/prevention/articles-admin.page.tsx'),
      'ArticlesAdminPage',
    ),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminCreateArticle,
    staticData: { title: 'Crear artículo' },
    component: lazyPage(
      () => import('../../features/publishing/prevention/article-editor.page.tsx'),
      'CreateArticlePage',
    ),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminEditArticle,
    staticData: { title: 'Editar artículo' },
    component: lazyPage(
      () => import('../../features/publishing/prevention/article-editor.page.tsx'),
      'EditArticlePage',
    ),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminAds,
    validateSearch: publicationsSearch,
    staticData: { title: 'Anuncios' },
    component: lazyPage(() => import('../../features/publishing/ads/ads-admin.page.tsx'), 'AdsAdminPage'),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminCreateAd,
    staticData: { title: 'Crear anuncio' },
    component: lazyPage(() => import('../../features/publishing/ads/ad-editor.page.tsx'), 'CreateAdPage'),
  }),
  createRoute({
    getParentRoute: () => contentArea,
    path: paths.adminEditAd,
    staticData: { title: 'Editar anuncio' },
    component: lazyPage(() => import('../../features/publishing/ads/ad-editor.page.tsx'), 'EditAdPage'),
  }),
])

const usersArea = createPermittedArea('staff-users', 'users.read')
const usersPages = usersArea.addChildren([
  createRoute({
    getParentRoute: () => usersArea,
    path: paths.adminUsers,
    validateSearch: usersSearch,
    staticData: { title: 'Administrador de usuarios' },
    component: lazyPage(() => import('../../features/users/users.page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => usersArea,
    path: paths.adminCreateUser,
    staticData: { title: 'Crear usuario' },
    component: lazyPage(() => import('../../features/users/create-entry.page.tsx'), 'CreateEntryPage'),
  }),
  createRoute({
    getParentRoute: () => usersArea,
    path: paths.adminCreateUserAs,
    validateSearch: createUserSearch,
    beforeLoad: requireCreatableRole,
    staticData: { title: 'Crear usuario' },
    component: lazyPage(() => import('../../features/users/create-user.page.tsx'), 'CreateUserPage'),
  }),
  createRoute({
    getParentRoute: () => usersArea,
    path: paths.adminEditUser,
    staticData: { title: 'Actualizar usuario' },
    component: lazyPage(() => import('../../features/users/edit-user.page.tsx'), 'EditUserPage'),
  }),
  createRoute({
    getParentRoute: () => usersArea,
    path: paths.adminPatient,
    staticData: { title: 'Paciente' },
    component: lazyPage(() => import('../../features/front-desk/patient.page.tsx'), 'PatientPage'),
  }),
  createRoute({
    getParentRoute: () => usersArea,
    path: paths.adminFamilies,
    validateSearch: pageSearch,
    staticData: { title: 'Grupos familiares' },
    component: lazyPage(() => import('../../features/family/staff/search.page.tsx'), 'FamilySearchPage'),
  }),
  createRoute({
    getParentRoute: () => usersArea,
    path: paths.adminFamily,
    validateSearch: familySearch,
    staticData: { title: 'Grupo familiar' },
    component: lazyPage(() => import('../../features/family/staff/group.page.tsx'), 'StaffGroupPage'),
  }),
  createRoute({
    getParentRoute: () => usersArea,
    path: paths.adminAddMember,
    staticData: { title: 'Agregar Integrante a Grupo Familiar' },
    component: lazyPage(
      () => import('../../features/family/staff/add-member.page.tsx'),
      'StaffAddMemberPage',
    ),
  }),
])

const overviewArea = createPermittedArea('staff-overview', 'overview.read')
const overviewPages = overviewArea.addChildren([
  createRoute({
    getParentRoute: () => overviewArea,
    path: paths.adminStart,
    validateSearch: overviewSearch,
    staticData: { title: 'Inicio' },
    component: lazyPage(() => import('../../features/overview/overview.page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => overviewArea,
    path: paths.adminNumbers,
    validateSearch: numbersSearch,
    staticData: { title: 'Números' },
    component: lazyPage(() => import('../../features/numbers/numbers.page.tsx'), 'NumbersPage'),
  }),
])

const inboxArea = createPermittedArea('staff-inbox', ['requests.answer', 'privacy.answer'])
const inboxPages = inboxArea.addChildren([
  createRoute({
    getParentRoute: () => inboxArea,
    path: paths.adminInbox,
    validateSearch: inboxSearch,
    staticData: { title: 'Solicitudes' },
    component: lazyPage(() => import('../../features/service-requests/inbox/inbox.page.tsx'), 'InboxPage'),
  }),
])

const complaintsArea = createPermittedArea('staff-complaints', 'requests.answer')
const complaintsPages = complaintsArea.addChildren([
  createRoute({
    getParentRoute: () => complaintsArea,
    path: paths.adminComplaints,
    validateSearch: complaintsSearch,
    staticData: { title: 'Reclamos' },
    component: lazyPage(() => import('../../features/complaints/complaints.page.tsx'), 'ComplaintsPage'),
  }),
  createRoute({
    getParentRoute: () => complaintsArea,
    path: paths.adminComplaint,
    staticData: { title: 'Reclamo' },
    component: lazyPage(() => import('../../features/complaints/complaint.page.tsx'), 'ComplaintPage'),
  }),
])

const lateResultsArea = createPermittedArea('staff-late-results', ['requests.answer', 'agenda.manage'])
const lateResultsPages = lateResultsArea.addChildren([
  createRoute({
    getParentRoute: () => lateResultsArea,
    path: paths.adminLateResults,
    validateSearch: pageSearch,
    staticData: { title: 'Resultados atrasados' },
    component: lazyPage(
      () => import('../../features/exams/awaited/late-results.page.tsx'),
      'LateResultsPage',
    ),
  }),
])

const confirmationsArea = createPermittedArea('staff-confirmations', 'users.edit')
const confirmationsPages = confirmationsArea.addChildren([
  createRoute({
    getParentRoute: () => confirmationsArea,
    path: paths.adminConfirmations,
    validateSearch: confirmationsSearch,
    staticData: { title: 'Por confirmar' },
    component: lazyPage(
      () => import('../../features/confirmations/confirmations.page.tsx'),
      'ConfirmationsPage',
    ),
  }),
])

const agendaArea = createPermittedArea('staff-agenda', 'agenda.manage')
const agendaPages = agendaArea.addChildren([
  createRoute({
    getParentRoute: () => agendaArea,
    path: paths.adminArrivals,
    validateSearch: arrivalsSearch,
    staticData: { title: 'Llegadas' },
    component: lazyPage(() => import('../../features/agenda/arrivals/arrivals.page.tsx'), 'ArrivalsPage'),
  }),
  createRoute({
    getParentRoute: () => agendaArea,
    path: paths.adminDay,
    validateSearch: daySearch,
    staticData: { title: 'Agenda del día' },
    component: lazyPage(() => import('../../features/front-desk/day/day.page.tsx'), 'DayPage'),
  }),
  createRoute({
    getParentRoute: () => agendaArea,
    path: paths.adminAgenda,
    validateSearch: agendaSearch,
    staticData: { title: 'Agenda' },
    component: lazyPage(() => import('../pages/calendars.page.tsx'), 'CalendarsPage'),
  }),
])

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
