/** The pages of staff for compliance and for the system: audit log, breaches, legal texts, clinic, service accounts. */
import { createRoute } from '@tanstack/react-router'
import { auditSearch } from '../../features/audit/audit.search.ts'
import { clinicPartSearch } from '../../features/clinic/clinic-admin.search.ts'
import { legalAdminSearch } from '../../features/legal/legal-admin.search.ts'
import { mailingSearch } from '../../features/mailing/mailing.search.ts'
import { pageSearch } from '../../lib/search-params.ts'
import { paths } from '../paths.ts'
import { lazyPage } from './lazy-page.ts'
import { createPermittedArea } from './staff-area.tsx'

const auditArea = createPermittedArea('staff-audit', 'audit.read')
export const auditPages = auditArea.addChildren([
  createRoute({
    getParentRoute: () => auditArea,
    path: paths.adminAudit,
    validateSearch: auditSearch,
    staticData: { title: 'Registro de accesos' },
    component: lazyPage(() => import('../../features/audit/audit.page.tsx'), 'AuditPage'),
  }),
])

const integrationsArea = createPermittedArea('staff-integrations', 'integrations.manage')
export const integrationsPages = integrationsArea.addChildren([
  createRoute({
    getParentRoute: () => integrationsArea,
    path: paths.adminServiceAccounts,
    staticData: { title: 'Cuentas de servicio' },
    component: lazyPage(() => import('../../features/fhir/service-accounts.page.tsx'), 'ServiceAccountsPage'),
  }),
])

const privacyArea = createPermittedArea('staff-privacy', 'privacy.manage')
export const privacyPages = privacyArea.addChildren([
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
export const clinicPages = clinicArea.addChildren([
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
