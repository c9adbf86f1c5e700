/** The routes that a signed-in patient may open. */
import { createRoute, redirect } from '@tanstack/react-router'
import { chooserSearch } from '../../features/booking/chooser/chooser.search.ts'
import { examWizardSearch } from '../../features/booking/exam-wizard/exam-wizard.search.ts'
import { procedureSearch } from '../../features/booking/procedures/procedures.search.ts'
import { examsSearch } from '../../features/exams/exams.search.ts'
import { familySearch } from '../../features/family/family.search.ts'
import { personSearch } from '../../features/people/record.search.ts'
import { profileSearch } from '../../features/profile/profile.search.ts'
import { requestsSearch } from '../../features/service-requests/requests.search.ts'
import { pageSearch } from '../../lib/search-params.ts'
import { requireAdult, requirePatient } from '../guards.ts'
import { ErrorDocument } from '../layouts/error.page.tsx'
import { appointmentsSearch } from '../pages/appointments.search.ts'
import { paths } from '../paths.ts'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root.tsx'

const patientArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'patient',
  staticData: { saysConnection: true },
  beforeLoad: requirePatient,
  component: lazyPage(() => import('../layouts/patient/patient.tsx'), 'PatientLayout'),
  errorComponent: ErrorDocument,
})

const accountArea = createRoute({
  getParentRoute: () => patientArea,
  id: 'account',
  component: lazyPage(() => import('../layouts/patient/account.tsx'), 'AccountLayout'),
})

/** The images of an exam fill the window. */
const viewerArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'image-viewer',
  beforeLoad: requirePatient,
  component: lazyPage(() => import('../layouts/patient/image-viewer.tsx'), 'ImageViewerLayout'),
  errorComponent: ErrorDocument,
})

/** Returns the title of a page with its open tab; the first tab has only the page's own title. */
function tabTitle(title: string, tabs: Readonly<Record<string, string>>) {
  return ({ params, search }: { params: object; search: object }) => {
    const id = 'id' in params ? params.id : 'tab' in search ? search.tab : undefined
    const tab = typeof id === 'string' ? tabs[id] : undefined
    return tab ? `${tab} · ${title}` : title
  }
}

/** Redirects home; an address that names no part of a page counts as unknown. */
function goHome(): never {
  throw redirect({ to: paths.home, replace: true })
}

const pages = patientArea.addChildren([
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.dashboard,
    staticData: { title: 'Inicio' },
    component: lazyPage(() => import('../pages/home.page.tsx'), 'HomePage'),
  }),
  accountArea.addChildren([
    createRoute({
      getParentRoute: () => accountArea,
      path: paths.profile,
      validateSearch: profileSearch,
      staticData: { title: tabTitle('Mi perfil', { 'cambiar-contrasena': 'Cambiar contraseña' }) },
      component: lazyPage(() => import('../../features/profile/profile.page.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute: () => accountArea,
      path: paths.security,
      validateSearch: pageSearch,
      staticData: { title: 'Mi seguridad' },
      component: lazyPage(
        () => import('../../features/account-security/security.page.tsx'),
        'PatientSecurityPage',
      ),
    }),
    createRoute({
      getParentRoute: () => accountArea,
      path: paths.myData,
      validateSearch: pageSearch,
      staticData: { title: 'Mis datos personales' },
      component: lazyPage(() => import('../pages/my-data.page.tsx'), 'MyDataPage'),
    }),
    createRoute({
      getParentRoute: () => accountArea,
      path: paths.notificationPreferences,
      staticData: { title: 'Mis notificaciones' },
      component: lazyPage(() => import('../pages/notification-preferences.page.tsx'), 'NotificationsPage'),
    }),
  ]),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.notification,
    beforeLoad: ({ params: { notification } }) => {
      if (!/^[1-9]\d{0,9}$/.test(notification)) goHome()
    },
    staticData: { title: 'Tu novedad' },
    component: lazyPage(
      () => import('../../features/notifications/notification.page.tsx'),
      'NotificationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.appointments,
    validateSearch: appointmentsSearch,
    beforeLoad: ({ params: { id }, search }) => {
      // The specification's address of a person's appointments; the others name the person in their query too.
      if (id && /^[1-9]\d{0,8}$/.test(id))
        throw redirect({
          to: paths.appointments,
          params: { id: undefined },
          search: { ...search, patient_id: search.patient_id ?? Number(id) },
          replace: true,
        })
      if (id && !/^(horas-pasadas|solicitar-documento)$/.test(id)) goHome()
    },
    staticData: {
      title: tabTitle('Consultas médicas', {
        'horas-pasadas': 'Horas pasadas',
        'solicitar-documento': 'Mis documentos',
      }),
    },
    component: lazyPage(() => import('../pages/appointments.page.tsx'), 'PatientAppointmentsPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.appointment,
    validateSearch: personSearch,
    beforeLoad: ({ params: { id_appointment } }) => {
      if (!/^[1-9]\d{0,9}$/.test(id_appointment)) goHome()
    },
    staticData: { title: 'Detalle de la hora' },
    component: lazyPage(
      () => import('../../features/booking/appointment/appointment.page.tsx'),
      'AppointmentPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.family,
    validateSearch: familySearch,
    staticData: {
      title: tabTitle('Mi Grupo familiar', { solicitudes: 'Mis solicitudes', requests: 'Mis solicitudes' }),
    },
    component: lazyPage(() => import('../pages/family.page.tsx'), 'FamilyPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.addMember,
    beforeLoad: requireAdult,
    staticData: { title: 'Agregar integrante' },
    component: lazyPage(() => import('../../features/family/addition/add-member.page.tsx'), 'AddMemberPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.delegations,
    beforeLoad: requireAdult,
    staticData: { title: 'Accesos a tus datos' },
    component: lazyPage(
      () => import('../../features/family/delegations/delegations.page.tsx'),
      'DelegationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.giveAccess,
    beforeLoad: requireAdult,
    staticData: { title: 'Dar acceso a otra persona' },
    component: lazyPage(
      () => import('../../features/family/delegations/give-access.page.tsx'),
      'GiveAccessPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.requests,
    staticData: { title: 'Solicitudes' },
    component: lazyPage(() => import('../pages/requests.page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.request,
    beforeLoad: ({ params: { matter, id } }) => {
      if (!/^(documents|budgets|contact|imaging)$/.test(matter) || !/^[1-9]\d{0,8}$/.test(id)) goHome()
    },
    staticData: { title: 'Solicitud' },
    component: lazyPage(
      () => import('../../features/service-requests/threads/thread.page.tsx'),
      'ThreadPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.contact,
    validateSearch: requestsSearch,
    staticData: { title: tabTitle('Contáctanos', { anteriores: 'Contactos anteriores' }) },
    component: lazyPage(
      () => import('../../features/service-requests/contact/contact.page.tsx'),
      'ContactPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.budgets,
    validateSearch: requestsSearch,
    staticData: { title: tabTitle('Solicitud de presupuestos', { solicitados: 'Presupuestos solicitados' }) },
    component: lazyPage(() => import('../../features/service-requests/quotes/quotes.page.tsx'), 'QuotesPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.exams,
    validateSearch: examsSearch,
    beforeLoad: ({ params: { id } }) => {
      if (id && !/^(laboratorio|otros-examenes|plazos-visualizacion|compartidos)$/.test(id)) goHome()
    },
    staticData: {
      title: tabTitle('Mis Exámenes', {
        'otros-examenes': 'Imágenes y procedimientos',
        'plazos-visualizacion': 'Plazos de visualización',
        compartidos: 'Compartidos',
      }),
    },
    component: lazyPage(() => import('../../features/exams/exams.page.tsx'), 'ExamsPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.prevention,
    staticData: { title: 'Control y Prevención' },
    component: lazyPage(
      () => import('../../features/publishing/prevention/articles.page.tsx'),
      'ArticlesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.bookingImaging,
    validateSearch: examWizardSearch,
    staticData: { title: 'Reserva de exámenes' },
    component: lazyPage(
      () => import('../../features/booking/exam-wizard/exam-wizard.page.tsx'),
      'ExamWizardPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.bookingChooser,
    validateSearch: chooserSearch,
    staticData: { title: 'Reserva de horas' },
    component: lazyPage(() => import('../../features/booking/chooser/chooser.page.tsx'), 'ChooserPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.bookingProcedures,
    validateSearch: procedureSearch,
    staticData: { title: 'Reserva de hora procedimientos' },
    component: lazyPage(
      () => import('../../features/booking/procedures/procedures.page.tsx'),
      'ProceduresPage',
    ),
  }),
])

export const patientRoutes = [
  pages,
  viewerArea.addChildren([
    createRoute({
      getParentRoute: () => viewerArea,
      path: paths.examImages,
      validateSearch: personSearch,
      beforeLoad: ({ params: { attention_id } }) => {
        if (!/^[1-9]\d{0,9}$/.test(attention_id)) goHome()
      },
      staticData: { title: 'Imágenes del examen' },
      component: lazyPage(() => import('../../features/images/images.page.tsx'), 'ImagesPage'),
    }),
  ]),
] as const
