/** Walks the pages of the administration with each permission set: what a set lacks is neither called nor offered. */
import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { auditEndpoints } from '@mi-portal/contract/audit'
import { breachEndpoints } from '@mi-portal/contract/breaches'
import { type Endpoint, type EndpointTable, fullPath, type Reply } from '@mi-portal/contract/calls/endpoint'
import { complaintEndpoints, type ListedComplaint } from '@mi-portal/contract/complaints'
import { lateResultEndpoints } from '@mi-portal/contract/exams/late-results'
import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { legalEndpoints } from '@mi-portal/contract/legal'
import {
  chosenSets,
  listPermissions,
  type Permission,
  permissionSets,
  permits,
} from '@mi-portal/contract/permissions/permissions'
import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { preventionEndpoints } from '@mi-portal/contract/publishing/prevention'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { userEndpoints } from '@mi-portal/contract/users'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../test/build.ts'
import { mockEndpoint } from '../../test/fake-server.ts'
import { patientPage } from '../../test/patient-page.ts'
import { renderPortal } from '../../test/render-portal.tsx'

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../../../packages/contract/src/**/*.ts', '!**/*.test.ts'],
  { eager: true },
)
/** The endpoints of the contract that need a permission. */
const guarded = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, table]) => (name.endsWith('Endpoints') ? Object.values(table as EndpointTable) : []))
  .filter(({ permission }) => permission !== undefined)

/** Returns the endpoints that need a permission and could be meant by a call: a fixed path before one with a parameter. */
function findCalled(method: string, path: string): Endpoint | undefined {
  const matching = guarded.filter(
    (one) =>
      one.method === method && new RegExp(`^${fullPath(one).replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return matching.sort((one, other) => one.path.split('{').length - other.path.split('{').length)[0]
}

const at = '2026-11-23T12:00:00.000Z'
const noPage = { total: 0, page: 1, limit: 10 }

/** Answers as the server does for a caller with these permissions. */
function mockStaffPages(permissions: readonly Permission[]) {
  const may = (needed: Permission) => permits(permissions, needed)
  const patient = { patient_id: may('users.read') ? 7 : null, patient_full_name: 'Camila Fuentes Rojas' }
  const request: Reply<typeof inboxEndpoints.tray>['requests'][number] = {
    ...{ matter: may('requests.answer') ? 'contact' : 'privacy', id: 3, receipt: '3', subject: 'Consulta' },
    ...{ ...patient, state: 'pendiente', created_at: at, due_at: at, answered_at: null, closed_at: null },
    ...{ assignee: null, is_unread: true },
  }
  const pending = { documents: 0, budgets: 0, contact: 1, imaging: 0, privacy: 1 }
  mockEndpoint(inboxEndpoints.tray, { requests: [request], pending, total: 1, page: 1, limit: 10 })
  mockEndpoint(inboxEndpoints.assignees, { assignees: [] })
  mockEndpoint(inboxEndpoints.open, {
    request: {
      ...request,
      ...{ patient: { document: '12.345.678-5' }, reserve_applies: false, may_extend: false, facts: [] },
      requester: { full_name: 'Camila Fuentes', email: null, phone: null, is_patient: true },
      ...{ message: 'Hola', files: [], answer: null, messages: [], patient_read_at: null },
      canned_answers: [],
    },
  })
  const complaint: ListedComplaint = {
    ...{ id: 147, number: 'R-2026-0147', state: 'received', ...patient, site: null },
    ...{ received_at: at, due_at: at, sent_at: null },
  }
  mockEndpoint(complaintEndpoints.pages, { complaints: [complaint], total: 1, page: 1, limit: 20 })
  mockEndpoint(complaintEndpoints.open, {
    complaint: {
      ...complaint,
      ...{ message: 'Perdí la hora', files: [], days_left: 9, requester: null, letter: null, notes: [] },
      ...{ patient: { document: '12.345.678-5', phone: null }, acknowledgement: null },
    },
  })
  mockEndpoint(lateResultEndpoints.list, {
    late: [
      {
        ...{ id_appointment: 5, ...patient, patient_document: '12.345.678-5', name: 'Radiografía' },
        ...{ place: 'Providencia', taken_on: '2026-11-20', expected_on: '2026-11-23', days_late: 4 },
      },
    ],
    ...{ total: 1, page: 1, limit: 10 },
  })
  mockEndpoint(frontDeskEndpoints.patient, {
    ...patientPage,
    upcoming: may('agenda.manage') ? patientPage.upcoming : null,
    past: may('agenda.manage') ? patientPage.past : null,
    requests: may('requests.answer') ? patientPage.requests : null,
    confirmations: may('users.edit') ? patientPage.confirmations : null,
  })
  mockEndpoint(frontDeskEndpoints.items, { items: [] })
  mockEndpoint(userEndpoints.list, { patients: [buildUser()], total: 1, page: 1, limit: 10 })
  mockEndpoint(alertEndpoints.list, { alerts: [] })
  mockEndpoint(alertEndpoints.colors, { colors: [] })
  mockEndpoint(adEndpoints.pages, { ads: [], ...noPage })
  mockEndpoint(preventionEndpoints.pages, { controlsPreventions: [], ...noPage })
  mockEndpoint(auditEndpoints.list, { events: [], ...noPage })
  mockEndpoint(auditEndpoints.actions, { actions: [] })
  mockEndpoint(breachEndpoints.list, { breaches: [], ...noPage })
  mockEndpoint(legalEndpoints.versions, { versions: [], source: '', waiting: null })
}

/** The pages to which no menu leads, and what they need. */
const furtherPages: readonly (readonly [address: string, needed: Permission])[] = [
  ['/admin/pacientes/7', 'users.read'],
  ['/admin/usuarios?estado=3', 'users.read'],
  ['/admin/usuarios/editar/7', 'users.read'],
  ['/admin/familia/7', 'users.read'],
  ['/admin/solicitudes?matter=contact&id=3', 'requests.answer'],
  ['/admin/solicitudes?matter=privacy&id=3', 'privacy.answer'],
  ['/admin/reclamos/147', 'requests.answer'],
  ['/admin/inicio?ver=encuesta', 'overview.read'],
]

type Router = Awaited<ReturnType<typeof renderPortal>>['router']

/** Returns whether the page of an address opens for the signed-in user. */
async function isOpen(router: Router, permissions: readonly Permission[], address: string) {
  const { pathname } = new URL(address, 'http://portal.test')
  const [matched] = router.getMatchedRoutes(pathname)
  for (const { id, options } of matched) {
    if (!/\/staff-[a-z-]+$/.test(id)) continue
    const context: unknown = await options.beforeLoad?.({} as never)
    if (!permits(permissions, (context as { needs: Permission }).needs)) return false
  }
  return true
}

// A super administrator lacks no permission.
test.each(permissionSets.filter((set) => set !== 'super-administrator'))(
  'with the set %s, each page of the menu opens without an error, calls only what the set may, and links only to pages that open',
  async (set) => {
    const permission_set = chosenSets.find((one) => one === set)
    const permissions = listPermissions('ADMIN_ROLE', permission_set)
    mockStaffPages(permissions)
    const fetched = vi.spyOn(globalThis, 'fetch')
    const { go, router } = await renderPortal('/admin', { as: { rol: 'ADMIN_ROLE', id: 30, permission_set } })
    const menu = await screen.findByRole('navigation', { name: 'Menú de administración' })
    const inMenu = within(menu)
      .getAllByRole('link')
      .map((link) => String(link.getAttribute('href')))
    const further = furtherPages.filter(([, needed]) => permits(permissions, needed)).map(([to]) => to)
    for (const address of [...new Set(inMenu), ...further, '/admin/seguridad']) {
      await go(address)
      await act(() => router.load())
      await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
      const [heading] = await screen.findAllByRole('heading', { level: 1 })
      expect(heading, address).not.toHaveTextContent('No tienes permiso')
      const alerts = screen.queryAllByRole('alert').map(({ textContent }) => textContent)
      expect([address, alerts]).toEqual([address, []])
      for (const link of document.querySelectorAll('a[href^="/admin/"]')) {
        const to = String(link.getAttribute('href'))
        expect([address, to, await isOpen(router, permissions, to)]).toEqual([address, to, true])
      }
    }
    const lacking = fetched.mock.calls
      .map(([input, init]) =>
        findCalled(init?.method ?? 'GET', new URL(String(input), 'http://portal.test').pathname),
      )
      .filter((called) => called?.permission !== undefined && !permits(permissions, called.permission))
    expect(lacking).toEqual([])
    expect(fetched.mock.calls.length).toBeGreaterThan(inMenu.length)
  },
)
