import type { ChosenSet } from '@mi-portal/contract/permissions/permissions'
import { preventionEndpoints } from '@mi-portal/contract/publishing/prevention'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { userEndpoints } from '@mi-portal/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildUser } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'
import { portal } from '../../../lib/portal-config.ts'

const berta = buildUser({
  ...{ id: 20, first_name: 'Berta', rol: 'ADMIN_ROLE' },
  person_role: { id: 1, name: 'Administrador' },
  person_role_id: 1,
})
beforeEach(() => {
  mockEndpoint(userEndpoints.one, { data: berta })
  mockEndpoint(preventionEndpoints.pages, { controlsPreventions: [], total: 0, page: 1, limit: 10 })
})

const address = '/admin/usuarios/editar/20'
const asSet = (permission_set: ChosenSet) => ({ as: { rol: 'ADMIN_ROLE' as const, id: 30, permission_set } })

test('staff do not see the permissions of their own account, and administrators see none', async () => {
  await renderPortal(address, { as: { rol: 'SUPER_ADMIN_ROLE', id: 20 } })
  expect(await screen.findByRole('button', { name: 'GUARDAR CAMBIOS' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Permisos' })).toBeNull()
})

test.each([
  [
    'front-desk',
    'Mesón',
    '/admin/llegadas',
    [
      'Inicio',
      'Llegadas',
      'Agenda del día',
      'Agenda',
      'Pacientes y usuarios',
      'Grupos familiares',
      'Resultados atrasados',
      'Por confirmar',
      'Números',
    ],
  ],
  [
    'requests-desk',
    'Solicitudes',
    '/admin/solicitudes',
    ['Inicio', 'Solicitudes', 'Reclamos', 'Resultados atrasados', 'Números'],
  ],
  [
    'content-editor',
    'Contenidos',
    '/admin/control-prevencion',
    ['Control y prevención', 'Alertas', 'Anuncios'],
  ],
  [
    'privacy-officer',
    'Datos personales',
    '/admin/solicitudes',
    ['Inicio', 'Solicitudes', 'Números', 'Registro', 'Vulneraciones', 'Textos legales'],
  ],
] as const)(
  'with the set %s, the administration names it «%s», begins at %s, and its menu has only permitted pages',
  async (set, name, expected, labels) => {
    portal.version = '1.2.3'
    const { path } = await renderPortal('/admin', asSet(set))
    await waitFor(() => expect(path()).toMatch(new RegExp(`^${expected}`)))
    const menu = await screen.findByRole('navigation', { name: 'Menú de administración' })
    const links = within(menu).getAllByRole('link')
    expect(links.map((link) => link.textContent).slice(1)).toEqual(labels)
    expect(screen.getAllByText(name).length).toBeGreaterThan(0)
    expect(screen.getByText('Versión 1.2.3')).toBeVisible()
    const drawings = [...menu.querySelectorAll('img')].map((image) => image.getAttribute('src'))
    expect(drawings).toEqual([portal.clinic.branding.logo_on_dark])
  },
)

test.each([
  ['front-desk', '/admin/solicitudes', '/admin/llegadas'],
  ['privacy-officer', '/admin/clinica', '/admin/solicitudes'],
] as const)(
  'with the set %s, the address %s says that the permission is missing, and leads to %s',
  async (set, address, home) => {
    const { path } = await renderPortal(address, asSet(set))
    expect(
      await screen.findByRole('heading', { name: 'No tienes permiso para ver esta página', level: 1 }),
    ).toBeVisible()
    expect(path()).toBe(address)
    expect(screen.getByRole('link', { name: 'Ir a mi inicio' })).toHaveAttribute('href', home)
  },
)

test('a privacy officer sees only the requests about personal data', async () => {
  mockEndpoint(inboxEndpoints.tray, {
    requests: [],
    pending: { documents: 0, budgets: 0, contact: 0, imaging: 0, privacy: 2 },
    total: 0,
    page: 1,
    limit: 10,
  })
  await renderPortal('/admin/solicitudes', asSet('privacy-officer'))
  const tabs = await screen.findAllByRole('tab')
  expect(tabs).toHaveLength(1)
  await waitFor(() => expect(requestsTo(inboxEndpoints.tray)[0]?.query.get('matter')).toBe('privacy'))
})
