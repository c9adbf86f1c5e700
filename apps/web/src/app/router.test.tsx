import { sessionEndpoints } from '@mi-portal/contract/session'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer } from '../../test/answer.ts'
import { buildPatient } from '../../test/build.ts'
import { open } from '../../test/open.tsx'

describe('who may open what', () => {
  test.each([
    ['nobody', '/dashboard', '/'],
    ['nobody', '/dashboard/mis-examenes/laboratorio', '/'],
    ['nobody', '/admin/usuarios', '/admin'],
    ['nobody', '/no/existe', '/'],
    ['nobody', '/dashboard/no-existe', '/'],
    ['nobody', '/registrar/run', '/registrar'],
    ['patient', '/admin/usuarios', '/admin'],
    ['patient', '/', '/dashboard'],
    ['admin', '/admin', '/admin/usuarios'],
    ['admin', '/admin/alerts', '/admin/usuarios'],
    ['admin', '/admin/control-prevencion/editar/3', '/admin/usuarios'],
    ['admin', '/admin/usuarios/crear/admin', '/admin/usuarios'],
    ['superAdmin', '/admin/usuarios/crear/otro', '/admin/usuarios'],
  ] as const)('%s asking for %s is sent to %s', async (who, from, to) => {
    const { path } = await open(from, who === 'nobody' ? {} : { as: who })
    await waitFor(() => expect(path()).toBe(to))
  })

  test.each([
    ['patient', '/dashboard/consultas-medicas/horas-pasadas'],
    ['patient', '/dashboard/consultas-medicas/41'],
    ['patient', '/dashboard/mi-grupo-familiar?tab=solicitudes&request_id=4'],
    ['patient', '/dashboard/mis-examenes/plazos-visualizacion'],
    ['patient', '/dashboard/mis-examenes?patient_id=9&from_family_group=true'],
    ['admin', '/admin/familia/agregar-integrante/7'],
    ['admin', '/admin/usuarios/crear/paciente'],
    ['superAdmin', '/admin/usuarios/crear/admin'],
    ['superAdmin', '/admin/mailing'],
    ['superAdmin', '/admin/anuncios/editar/3'],
  ] as const)('%s may open %s', async (as, address) => {
    const { path } = await open(address, { as })
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(path()).toBe(address)
  })

  test('the registration forms open to who passed the identity check, for half an hour', async () => {
    const passed = {
      document_type_id: 1,
      document_number: '167890121',
      email: 'a@ejemplo.cl',
      cellphone: '12345678',
      code: 0,
    }
    localStorage.setItem('formData', JSON.stringify({ ...passed, kept_at: Date.now() }))
    const { path } = await open('/registrar/run')
    await waitFor(() => expect(path()).toBe('/registrar/run'))
  })
})

test.each([
  ['/dashboard/mis-examenes/laboratorio?page=2', '/', '12345678-5'],
  ['/admin/usuarios?estado=3', '/admin', '11111111-1'],
])('whoever asked for %s signs in first and comes to it then', async (asked, door, document_number) => {
  const staff = door === '/admin'
  const { user, path } = await open(asked)
  await waitFor(() => expect(path()).toBe(door))
  answer(staff ? sessionEndpoints.signInStaff : sessionEndpoints.signIn, {
    token: 'x'.repeat(43),
    patient: buildPatient(staff ? { id: 21, rol: 'SUPER_ADMIN_ROLE' } : {}),
  })
  await user.type(await screen.findByRole('textbox', { name: 'RUT' }), document_number)
  await user.type(screen.getByLabelText('Contraseña'), 'Portal2026')
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  await waitFor(() => expect(path()).toBe(asked))
})

describe('menus', () => {
  test.each([
    ['patient', '/dashboard/consultas-medicas/horas-pasadas', 'Consultas médicas'],
    ['patient', '/dashboard/consultas-medicas/solicitar-documento', 'Solicitar documentos'],
    ['patient', '/dashboard/mis-examenes', 'Laboratorio'],
    ['superAdmin', '/admin/usuarios/crear/admin', 'Administrador de usuarios'],
  ] as const)('of a %s on %s marks %s', async (as, address, entry) => {
    await open(address, { as })
    const [link] = await screen.findAllByRole('link', { name: entry })
    await waitFor(() => expect(link).toHaveAttribute('aria-current'))
  })

  test('a patient has the specified menu', async () => {
    await open('/dashboard', { as: 'patient' })
    const menu = await screen.findByRole('navigation', { name: 'Menú principal' })
    const labels = within(menu)
      .getAllByRole('link')
      .map((link) => link.textContent)
      .slice(1)
    expect(labels).toEqual([
      'Inicio',
      'Mi Grupo familiar',
      'Mi Historial médico',
      'Consultas médicas',
      'Solicitar documentos',
      'Solicitudes',
      'Mis Exámenes',
      'Laboratorio',
      'Imágenes y procedimientos',
      'Plazos de visualización',
      'Control y Prevención',
      'Solicitud de presupuestos',
      'Contáctanos',
    ])
  })

  test.each([
    ['admin', ['Administrador de usuarios', 'Grupos familiares', 'Inicio', 'Solicitudes', 'Agenda']],
    [
      'superAdmin',
      [
        'Administrador de usuarios',
        'Grupos familiares',
        'Administrador de control y prevención',
        'Administrador de alertas',
        'Probar Emails',
        'Anuncios',
        'Inicio',
        'Registro',
        'Cuentas de servicio',
        'Vulneraciones',
        'Textos legales',
        'Solicitudes',
        'Agenda',
      ],
    ],
  ] as const)('%s has the menu of that role', async (as, labels) => {
    await open('/admin/usuarios', { as })
    const menu = await screen.findByRole('navigation', { name: 'Menú de administración' })
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent)
        .slice(1),
    ).toEqual(labels)
  })

  test('inside one group of the menu the other is folded, and unfolds on demand', async () => {
    const { user } = await open('/dashboard/mis-examenes/laboratorio', { as: 'patient' })
    const menu = await screen.findByRole('navigation', { name: 'Menú principal' })
    expect(within(menu).queryByRole('link', { name: 'Consultas médicas' })).not.toBeInTheDocument()
    await user.click(within(menu).getByRole('button', { name: 'Mi Historial médico: mostrar opciones' }))
    expect(within(menu).getByRole('link', { name: 'Consultas médicas' })).toBeVisible()
  })
})

describe('moving about', () => {
  test('each page names itself in the window’s title, the product and the clinic behind', async () => {
    const { go } = await open('/dashboard/solicitudes', { as: 'patient' })
    await waitFor(() => expect(document.title).toBe('Solicitudes · Mi Portal Clínica Andes'))
    await go('/dashboard/contactanos')
    await waitFor(() => expect(document.title).toBe('Contáctanos · Mi Portal Clínica Andes'))
  })

  test('the keyboard follows to the heading of the new page', async () => {
    const { user } = await open('/dashboard', { as: 'patient' })
    const menu = await screen.findByRole('navigation', { name: 'Menú principal' })
    await user.click(within(menu).getByRole('link', { name: 'Contáctanos' }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Contáctanos' })).toHaveFocus())
  })

  test('the first stop of the keyboard leads past the menu', async () => {
    const { user } = await open('/')
    await user.tab()
    expect(screen.getByRole('link', { name: 'Ir al contenido' })).toHaveFocus()
    expect(screen.getByRole('main')).toHaveAttribute('id', 'contenido')
  })
})
