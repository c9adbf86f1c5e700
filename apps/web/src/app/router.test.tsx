import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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

describe('menus', () => {
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
