/** The pages of staff for the work with patients: people, appointments, requests and complaints. */
import { createRoute } from '@tanstack/react-router'
import { agendaSearch } from '../../features/agenda/agenda.search.ts'
import { arrivalsSearch } from '../../features/agenda/arrivals/arrivals.search.ts'
import { complaintsSearch } from '../../features/complaints/complaints.search.ts'
import { confirmationsSearch } from '../../features/confirmations/confirmations.search.ts'
import { familySearch } from '../../features/family/family.search.ts'
import { daySearch } from '../../features/front-desk/day/day.search.ts'
import { numbersSearch } from '../../features/numbers/numbers.search.ts'
import { overviewSearch } from '../../features/overview/overview.search.ts'
import { inboxSearch } from '../../features/service-requests/inbox/inbox.search.ts'
import { createUserSearch, usersSearch } from '../../features/users/users.search.ts'
import { pageSearch } from '../../lib/search-params.ts'
import { requireCreatableRole } from '../guards.ts'
import { paths } from '../paths.ts'
import { lazyPage } from './lazy-page.ts'
import { createPermittedArea } from './staff-area.tsx'

const usersArea = createPermittedArea('staff-users', 'users.read')
export const usersPages = usersArea.addChildren([
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
    validateSearch: pageSearch,
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
export const overviewPages = overviewArea.addChildren([
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
export const inboxPages = inboxArea.addChildren([
  createRoute({
    getParentRoute: () => inboxArea,
    path: paths.adminInbox,
    validateSearch: inboxSearch,
    staticData: { title: 'Solicitudes' },
    component: lazyPage(() => import('../../features/service-requests/inbox/inbox.page.tsx'), 'InboxPage'),
  }),
])

const complaintsArea = createPermittedArea('staff-complaints', 'requests.answer')
export const complaintsPages = complaintsArea.addChildren([
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
export const lateResultsPages = lateResultsArea.addChildren([
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
export const confirmationsPages = confirmationsArea.addChildren([
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
export const agendaPages = agendaArea.addChildren([
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
