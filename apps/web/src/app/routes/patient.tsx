/** What a signed-in patient may open. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requireAdult, requirePatient } from '../guards.ts'
import { paths } from '../paths.ts'
import { rootRoute } from './root.tsx'
import {
  chooserSearch,
  examWizardSearch,
  familySearch,
  hoursSearch,
  pageSearch,
  procedureSearch,
  profileSearch,
  recordSearch,
  requestsSearch,
} from './search.ts'

const patientArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'patient',
  beforeLoad: requirePatient,
  component: lazyRouteComponent(() => import('../shells/patient.tsx'), 'PatientShell'),
})

/** What names no part of a page is an unknown address. */
function goHome(): never {
  throw redirect({ to: paths.home, replace: true })
}

export const patientRoutes = patientArea.addChildren([
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.dashboard,
    staticData: { title: 'Inicio' },
    component: lazyRouteComponent(() => import('../home.page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.profile,
    validateSearch: profileSearch,
    staticData: { title: 'Mi perfil' },
    component: lazyRouteComponent(() => import('../../features/profile/profile.page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.myData,
    validateSearch: pageSearch,
    staticData: { title: 'Mis datos personales' },
    component: lazyRouteComponent(() => import('../../features/privacy/my-data.page.tsx'), 'MyDataPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.appointments,
    validateSearch: hoursSearch,
    beforeLoad: ({ params: { id } }) => {
      if (id && !/^(horas-pasadas|solicitar-documento|[1-9]\d{0,8})$/.test(id)) goHome()
    },
    staticData: { title: 'Consultas médicas' },
    component: lazyRouteComponent(() => import('../hours.page.tsx'), 'HoursPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.family,
    validateSearch: familySearch,
    staticData: { title: 'Mi Grupo familiar' },
    component: lazyRouteComponent(() => import('../../features/family/group.page.tsx'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.addMember,
    beforeLoad: requireAdult,
    staticData: { title: 'Agregar integrante' },
    component: lazyRouteComponent(
      () => import('../../features/family/addition/add-member.page.tsx'),
      'AddMemberPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.requests,
    staticData: { title: 'Solicitudes' },
    component: lazyRouteComponent(() => import('../requests.page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.contact,
    validateSearch: requestsSearch,
    staticData: { title: 'Contáctanos' },
    component: lazyRouteComponent(() => import('../../features/contact/contact.page.tsx'), 'ContactPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.budgets,
    validateSearch: requestsSearch,
    staticData: { title: 'Solicitud de presupuestos' },
    component: lazyRouteComponent(() => import('../../features/budgets/budgets.page.tsx'), 'BudgetsPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.exams,
    validateSearch: recordSearch,
    beforeLoad: ({ params: { id } }) => {
      if (id && !/^(laboratorio|otros-examenes|plazos-visualizacion|compartidos)$/.test(id)) goHome()
    },
    staticData: { title: 'Mis Exámenes' },
    component: lazyRouteComponent(() => import('../../features/exams/exams.page.tsx'), 'ExamsPage'),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.prevention,
    staticData: { title: 'Control y Prevención' },
    component: lazyRouteComponent(
      () => import('../../features/prevention/articles.page.tsx'),
      'ArticlesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.bookingImaging,
    validateSearch: examWizardSearch,
    staticData: { title: 'Agenda de imagenología' },
    component: lazyRouteComponent(
      () => import('../../features/booking/exam-wizard/exam-wizard.page.tsx'),
      'ExamWizardPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.bookingChooser,
    validateSearch: chooserSearch,
    staticData: { title: 'Reserva de horas' },
    component: lazyRouteComponent(
      () => import('../../features/booking/chooser/chooser.page.tsx'),
      'ChooserPage',
    ),
  }),
  createRoute({
    getParentRoute: () => patientArea,
    path: paths.bookingProcedures,
    validateSearch: procedureSearch,
    staticData: { title: 'Agenda de procedimientos' },
    component: lazyRouteComponent(
      () => import('../../features/booking/procedures/procedures.page.tsx'),
      'ProceduresPage',
    ),
  }),
])
