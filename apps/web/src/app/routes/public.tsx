/** The routes that everyone may open. */
import { createRoute } from '@tanstack/react-router'
import { bookingSearch } from '../../features/booking/reservation/reservation.search.ts'
import { landingSearch } from '../../features/family/family.search.ts'
import { redirectSignedInPatient, requireIdentityCheck, requirePermanentPassword } from '../guards.ts'
import { ErrorDocument } from '../layouts/error.page.tsx'
import { paths } from '../paths.ts'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root.tsx'

const signInArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'sign-in',
  component: lazyPage(() => import('../layouts/sign-in.tsx'), 'PatientSignInLayout'),
  errorComponent: ErrorDocument,
})
const basicArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'basic',
  component: lazyPage(() => import('../layouts/basic.tsx'), 'BasicLayout'),
  errorComponent: ErrorDocument,
})
const bookingArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'booking',
  component: lazyPage(() => import('../layouts/booking.tsx'), 'BookingLayout'),
  errorComponent: ErrorDocument,
})
const booking = createRoute({
  getParentRoute: () => bookingArea,
  path: paths.booking,
  validateSearch: bookingSearch,
  beforeLoad: requirePermanentPassword,
  staticData: { title: 'Reserva de horas' },
  component: lazyPage(
    () => import('../../features/booking/reservation/reservation.page.tsx'),
    'ReservationPage',
  ),
})

// The window of the identity check loads next to nothing, so that it opens on any connection.
const minimalArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'minimal',
  component: lazyPage(() => import('../layouts/minimal.tsx'), 'MinimalLayout'),
  errorComponent: ErrorDocument,
})
const identityPages = [paths.identity, paths.identityResult].map((path) =>
  createRoute({
    getParentRoute: () => minimalArea,
    path,
    staticData: { title: 'Validación de identidad' },
    component: lazyPage(() => import('../../features/identity/identity.page.tsx'), 'IdentityPage'),
  }),
)

const home = createRoute({
  getParentRoute: () => signInArea,
  path: paths.home,
  beforeLoad: redirectSignedInPatient,
  component: lazyPage(() => import('../../features/session/sign-in.page.tsx'), 'PatientSignInPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => signInArea,
  path: paths.forgotPassword,
  staticData: { title: 'Recuperar contraseña' },
  component: lazyPage(() => import('../../features/profile/forgot-password.page.tsx'), 'ForgotPasswordPage'),
})

const basicPages = [
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.register,
    staticData: { title: 'Registro' },
    component: lazyPage(() => import('../../features/registration/start.page.tsx'), 'StartPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.registerRun,
    beforeLoad: requireIdentityCheck(1),
    staticData: { title: 'Crea tu cuenta' },
    component: lazyPage(() => import('../../features/registration/account.page.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.registerPassport,
    beforeLoad: requireIdentityCheck(2),
    staticData: { title: 'Crea tu cuenta' },
    component: lazyPage(() => import('../../features/registration/account.page.tsx'), 'PassportPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.application,
    staticData: { title: 'Tu registro' },
    component: lazyPage(() => import('../../features/applications/application.page.tsx'), 'ApplicationPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.accepted,
    validateSearch: landingSearch,
    staticData: { title: 'Invitación aceptada' },
    component: lazyPage(() => import('../../features/family/landing.page.tsx'), 'AcceptedPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.rejected,
    validateSearch: landingSearch,
    staticData: { title: 'Invitación rechazada' },
    component: lazyPage(() => import('../../features/family/landing.page.tsx'), 'RejectedPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.invitation,
    staticData: { title: 'Invitación a un grupo familiar' },
    component: lazyPage(() => import('../../features/family/invitation.page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.shared,
    staticData: { title: 'Examen compartido' },
    component: lazyPage(() => import('../pages/shared.page.tsx'), 'SharedPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.confirmEmail,
    staticData: { title: 'Confirmar e-mail' },
    component: lazyPage(
      () => import('../../features/profile/email/confirm-email.page.tsx'),
      'ConfirmEmailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.protectAccount,
    staticData: { title: 'Protege tu cuenta' },
    component: lazyPage(() => import('../../features/account-security/links.page.tsx'), 'ProtectAccountPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.remindersOff,
    staticData: { title: 'Recordatorios' },
    component: lazyPage(
      () => import('../../features/booking/reminders/reminders-off.page.tsx'),
      'RemindersOffPage',
    ),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.appointmentLink,
    staticData: { title: 'Tu hora' },
    component: lazyPage(
      () => import('../../features/appointments/link/appointment-link.page.tsx'),
      'AppointmentLinkPage',
    ),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.verify,
    staticData: { title: 'Certificado' },
    component: lazyPage(
      () => import('../../features/appointments/certificate/verify.page.tsx'),
      'VerifyPage',
    ),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.privacy,
    staticData: { title: 'Aviso de privacidad' },
    component: lazyPage(() => import('../../features/legal/legal-text.page.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.terms,
    staticData: { title: 'Términos y condiciones' },
    component: lazyPage(() => import('../../features/legal/legal-text.page.tsx'), 'TermsPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.accessibility,
    staticData: { title: 'Accesibilidad' },
    component: lazyPage(() => import('../../features/legal/legal-text.page.tsx'), 'AccessibilityPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.rights,
    staticData: { title: 'Tus derechos' },
    component: lazyPage(() => import('../../features/legal/legal-text.page.tsx'), 'RightsPage'),
  }),
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.setup,
    staticData: { title: 'Configurar el portal' },
    component: lazyPage(() => import('../../features/installation/setup/setup.page.tsx'), 'SetupPage'),
  }),
  // The server has this address in the demonstration only.
  createRoute({
    getParentRoute: () => basicArea,
    path: paths.parts,
    staticData: { title: 'Partes del portal' },
    component: lazyPage(() => import('../pages/parts/parts.page.tsx'), 'PartsPage'),
  }),
] as const

const viewer = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.viewer,
  staticData: { title: 'Resultado de examen', framed: true },
  component: lazyPage(() => import('../../features/exams/viewer/viewer.page.tsx'), 'ViewerPage'),
})

export const publicRoutes = [
  signInArea.addChildren([home, forgotPassword]),
  basicArea.addChildren(basicPages),
  bookingArea.addChildren([booking]),
  minimalArea.addChildren(identityPages),
  viewer,
] as const
