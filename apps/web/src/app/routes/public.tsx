/**
 * The routes that everyone may open. The sign-in page is part of the first script; other pages are loaded on
 * demand.
 */
import { createRoute } from '@tanstack/react-router'
import { bookingSearch } from '../../features/booking/reservation/reservation.search.ts'
import { landingSearch } from '../../features/family/family.search.ts'
import { SignInPage } from '../../features/session/sign-in.page.tsx'
import { requireIdentityCheck, requirePermanentKey, skipWhenPatient } from '../guards.ts'
import { paths } from '../paths.ts'
import { ErrorDocument } from '../shells/error.page.tsx'
import { PublicShell } from '../shells/public.tsx'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root.tsx'

const panelArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'panel',
  component: () => <PublicShell sky="dawn" />,
  errorComponent: ErrorDocument,
})
const plainArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'plain',
  component: lazyPage(() => import('../shells/plain.tsx'), 'PlainShell'),
  errorComponent: ErrorDocument,
})

const bookingArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'booking',
  component: lazyPage(() => import('../shells/booking.tsx'), 'BookingShell'),
  errorComponent: ErrorDocument,
})
const booking = createRoute({
  getParentRoute: () => bookingArea,
  path: paths.booking,
  validateSearch: bookingSearch,
  beforeLoad: requirePermanentKey,
  staticData: { title: 'Reserva de horas' },
  component: lazyPage(
    () => import('../../features/booking/reservation/reservation.page.tsx'),
    'ReservationPage',
  ),
})

// The window of the identity check does not load Mantine, so that it opens on any connection.
const bareArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'bare',
  component: lazyPage(() => import('../shells/bare.tsx'), 'BareShell'),
  errorComponent: ErrorDocument,
})
const identityPages = [paths.identity, paths.identityResult].map((path) =>
  createRoute({
    getParentRoute: () => bareArea,
    path,
    staticData: { title: 'Validación de identidad' },
    component: lazyPage(() => import('../../features/identity/identity.page.tsx'), 'IdentityPage'),
  }),
)

const home = createRoute({
  getParentRoute: () => panelArea,
  path: paths.home,
  beforeLoad: skipWhenPatient,
  component: () => <SignInPage area="patient" />,
})

const forgotPassword = createRoute({
  getParentRoute: () => panelArea,
  path: paths.forgotPassword,
  staticData: { title: 'Recuperar contraseña' },
  component: lazyPage(() => import('../../features/profile/forgot-password.page.tsx'), 'ForgotPasswordPage'),
})

const plainPages = [
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.register,
    staticData: { title: 'Registro' },
    component: lazyPage(() => import('../../features/registration/start.page.tsx'), 'StartPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.registerRun,
    beforeLoad: requireIdentityCheck(1),
    staticData: { title: 'Crea tu cuenta' },
    component: lazyPage(() => import('../../features/registration/account.page.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.registerPassport,
    beforeLoad: requireIdentityCheck(2),
    staticData: { title: 'Crea tu cuenta' },
    component: lazyPage(() => import('../../features/registration/account.page.tsx'), 'PassportPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.accepted,
    validateSearch: landingSearch,
    staticData: { title: 'Invitación aceptada' },
    component: lazyPage(() => import('../../features/family/landing.page.tsx'), 'AcceptedPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.rejected,
    validateSearch: landingSearch,
    staticData: { title: 'Invitación rechazada' },
    component: lazyPage(() => import('../../features/family/landing.page.tsx'), 'RejectedPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.invitation,
    staticData: { title: 'Invitación a un grupo familiar' },
    component: lazyPage(() => import('../../features/family/invitation.page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.shared,
    staticData: { title: 'Examen compartido' },
    component: lazyPage(() => import('../../features/exams/shares/shared.page.tsx'), 'SharedPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.confirmEmail,
    staticData: { title: 'Confirmar e-mail' },
    component: lazyPage(() => import('../../features/profile/confirm-email.page.tsx'), 'ConfirmEmailPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.remindersOff,
    staticData: { title: 'Recordatorios' },
    component: lazyPage(
      () => import('../../features/booking/reminders/reminders-off.page.tsx'),
      'RemindersOffPage',
    ),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.privacy,
    staticData: { title: 'Aviso de privacidad' },
    component: lazyPage(() => import('../../features/legal/legal-text.page.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => plainArea,
    path: paths.terms,
    staticData: { title: 'Términos y condiciones' },
    component: lazyPage(() => import('../../features/legal/legal-text.page.tsx'), 'TermsPage'),
  }),
] as const

const viewer = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.viewer,
  staticData: { title: 'Resultado de laboratorio', framed: true },
  component: lazyPage(() => import('../../features/exams/viewer/viewer.page.tsx'), 'ViewerPage'),
})

export const publicRoutes = [
  panelArea.addChildren([home, forgotPassword]),
  plainArea.addChildren(plainPages),
  bookingArea.addChildren([booking]),
  bareArea.addChildren(identityPages),
  viewer,
] as const
