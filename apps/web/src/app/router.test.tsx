import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { buildPatient } from '../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../test/fake-server.ts'
import { renderPage, renderPortal } from '../../test/render-portal.tsx'
import { portal } from '../lib/portal-config.ts'

test.each([
  ['visitor', '/dashboard', '/'],
  ['visitor', '/dashboard/mis-examenes/laboratorio', '/'],
  ['visitor', '/admin/usuarios', '/admin'],
  ['visitor', '/no/existe', '/'],
  ['visitor', '/dashboard/no-existe', '/'],
  ['visitor', '/registrar/run', '/registrar'],
  ['patient', '/admin/usuarios', '/admin'],
  ['patient', '/', '/dashboard'],
  ['admin', '/admin', '/admin/usuarios'],
  ['admin', '/admin/alerts', '/admin/usuarios'],
  ['admin', '/admin/control-prevencion/editar/3', '/admin/usuarios'],
  ['admin', '/admin/usuarios/crear/admin', '/admin/usuarios'],
  ['superAdmin', '/admin/usuarios/crear/otro', '/admin/usuarios'],
] as const)('%s who opens %s is redirected to %s', async (who, from, to) => {
  const { path } = await renderPage(from, who === 'visitor' ? {} : { as: who })
  await waitFor(() => expect(path()).toBe(to))
})

test.each([
  ['/dashboard/mis-examenes/laboratorio?page=2', '/', '12345678-5'],
  ['/admin/usuarios?estado=3', '/admin', '11111111-1'],
])(
  'a visitor who opens %s signs in first and then returns to it',
  async (requested, signInPath, document_number) => {
    const staff = signInPath === '/admin'
    const { user, path } = await renderPage(requested)
    await waitFor(() => expect(path()).toBe(signInPath))
    mockEndpoint(staff ? sessionEndpoints.signInStaff : sessionEndpoints.signIn, {
      token: 'x'.repeat(43),
      patient: buildPatient(staff ? { id: 21, rol: 'SUPER_ADMIN_ROLE' } : {}),
    })
    await user.type(await screen.findByRole('textbox', { name: 'RUT' }), document_number)
    await user.type(screen.getByLabelText('Contraseña'), 'Portal2026')
    await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
    await waitFor(() => expect(path()).toBe(requested))
  },
)

test.each([
  ['patient', '/dashboard/consultas-medicas/horas-pasadas', 'Consultas médicas'],
  ['patient', '/dashboard/consultas-medicas/solicitar-documento', 'Solicitar documentos'],
  ['patient', '/dashboard/mis-examenes', 'Laboratorio'],
  ['superAdmin', '/admin/usuarios/crear/admin', 'Pacientes y usuarios'],
] as const)('the menu of a %s on %s marks %s', async (as, address, entry) => {
  await renderPortal(address, { as })
  const [link] = await screen.findAllByRole('link', { name: entry })
  await waitFor(() => expect(link).toHaveAttribute('aria-current'))
})

test('each page sets the window’s title to its name, followed by product and clinic', async () => {
  const { go } = await renderPortal('/dashboard/solicitudes', { as: 'patient' })
  await waitFor(() => expect(document.title).toBe('Solicitudes · Mi Portal Clínica Andes'))
  await go('/dashboard/contactanos')
  await waitFor(() => expect(document.title).toBe('Contáctanos · Mi Portal Clínica Andes'))
})

test('the focus moves to the heading of the new page', async () => {
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  const menu = await screen.findByRole('navigation', { name: 'Menú principal' })
  await user.click(within(menu).getByRole('link', { name: 'Contáctanos' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Contáctanos' })).toHaveFocus())
})

test('the first keyboard stop skips the menu', async () => {
  const { user } = await renderPortal('/')
  await user.tab()
  expect(screen.getByRole('link', { name: 'Ir al contenido' })).toHaveFocus()
  expect(screen.getByRole('main')).toHaveAttribute('id', 'contenido')
})

test.each(['/', '/registrar', '/reservas', '/admin', '/privacidad'])(
  'the public page %s shows the alerts of the clinic and the recommended browser',
  async (address) => {
    const color = { id: 1, color: 'ámbar', primary_code: '#7A4100', secundary_code: '#FFF4D6' }
    mockEndpoint(alertEndpoints.listPublic, {
      alerts: [{ id: 1, name: 'Aviso', text: 'Hoy cerramos a las 14 h.', color_id: 1, color, status_id: 1 }],
    })
    await renderPortal(address)
    expect(await screen.findByText('Hoy cerramos a las 14 h.')).toBeVisible()
    expect(await screen.findByText(/Recomendamos usar/)).toBeVisible()
  },
)

test('a session with a temporary password requests neither favourites nor notifications, which would be rejected', async () => {
  await renderPortal('/dashboard/perfil?tab=cambiar-contrasena', { as: { temporary_key_status: true } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible()
  expect(requestsTo(favouriteEndpoints.list)).toEqual([])
  expect(requestsTo(notificationEndpoints.list)).toEqual([])
})

test('a public demonstration says that its people are fictitious', async () => {
  portal.demoPublic = true
  onTestFinished(() => {
    portal.demoPublic = false
  })
  await renderPortal('/dashboard', { as: 'patient' })
  const notice = await screen.findByRole('complementary', { name: 'Demostración' })
  expect(notice).toHaveTextContent('No escribas datos reales')
})
