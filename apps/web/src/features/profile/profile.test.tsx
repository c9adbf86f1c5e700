import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { Failure } from '@mi-portal/contract/failure'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, answerByDefault, asked } from '../../../test/answer.ts'
import { buildPatient } from '../../../test/build.ts'
import { open } from '../../../test/open.tsx'
import { call } from '../../lib/call.ts'
import { currentUser } from '../../lib/session.ts'

// Where nothing has a size, Mantine takes a list's field for scrolled out of sight and hides the list.
type Person = Awaited<ReturnType<typeof open>>['user']

const camila = buildPatient({ forecast_id: 5, city_id: 131, commune_id: 13101 })

beforeEach(() => {
  answer(peopleEndpoints.self, { data: camila })
  answer(catalogueEndpoints.regions, {
    regions: [
      { id: 13, name: 'Metropolitana' },
      { id: 5, name: 'Valparaíso' },
    ],
  })
  answer(catalogueEndpoints.cities, (asked) => ({
    cities:
      asked.params.regionId === '13' ? [{ id: 131, name: 'Santiago' }] : [{ id: 51, name: 'San Antonio' }],
  }))
  answer(catalogueEndpoints.communes, (asked) => ({
    communes:
      asked.params.cityId === '131' ? [{ id: 13101, name: 'La Florida' }] : [{ id: 5101, name: 'Cartagena' }],
  }))
  answerByDefault(registrationEndpoints.age, { is_minor: false, msg: '' })
})

const profile = (tab: string) => open(`/dashboard/perfil?tab=${tab}`, { as: 'patient' })

/** The form that was sent, as plain data. */
function sent(): Record<string, unknown> {
  const form = asked(profileEndpoints.edit).at(-1)?.body
  return form instanceof FormData ? Object.fromEntries(form) : {}
}

async function retype(user: Person, label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  if (text) await user.type(field, text)
}

const save = (user: Person) => user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))

describe('one’s own data', () => {
  test('are shown whole, with the names of what was chosen', async () => {
    await profile('mis-datos')
    const card = await screen.findByRole('region', { name: 'Mis datos' })
    for (const [label, value] of [
      ['Nombres', 'Camila Andrea'],
      ['Primer apellido', 'Fuentes'],
      ['Segundo apellido', 'Rojas'],
      ['Tipo de documento', 'RUT'],
      ['Número de documento', '12345678-5'],
      ['Fecha de nacimiento', '12/04/1988'],
      ['Previsión', 'Fonasa'],
      ['E-mail', 'camila@ejemplo.cl'],
      ['Teléfono', '912345678'],
      ['Dirección', 'Los Aromos 1240'],
      ['Nacionalidad', 'Chilena'],
      ['Región', 'Metropolitana'],
      ['Provincia', 'Santiago'],
      ['Comuna', 'La Florida'],
      ['Género', 'Femenino'],
    ]) {
      const term = within(card).getByText(label ?? '', { selector: 'dt' })
      await waitFor(() => expect(term.nextElementSibling).toHaveTextContent(value ?? ''))
    }
  })

  test('say which new e-mail waits for its confirmation, and what is not known', async () => {
    answer(peopleEndpoints.self, {
      data: buildPatient({ email_pending: 'nu•••••@ejemplo.cl', phone: null }),
    })
    await profile('mis-datos')
    expect(await screen.findByText('Falta confirmar tu nuevo e-mail')).toBeVisible()
    expect(screen.getByText(/nu•••••@ejemplo\.cl/)).toBeVisible()
    expect(screen.getByText('Teléfono').nextElementSibling).toHaveTextContent('Sin información')
  })

  test('that cannot be fetched say so, and are asked for again', async () => {
    answer(peopleEndpoints.self, Failure.fromWire(500, undefined, 'Error server al obtener tus datos'))
    const { user } = await profile('mis-datos')
    expect(await screen.findByText('Error server al obtener tus datos')).toBeVisible()
    answer(peopleEndpoints.self, { data: camila })
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('region', { name: 'Mis datos' })).toBeVisible()
  })

  test('show the photo where there is one', async () => {
    answer(peopleEndpoints.self, { data: { ...camila, image_store_id: 4 } })
    answer(profileEndpoints.photos, {
      file_profile: '/api/patients/photos/files/llave',
      file_passport: null,
      file_passport_patient: null,
    })
    await profile('mis-datos')
    expect(await screen.findByRole('img', { name: 'Tu fotografía' })).toHaveAttribute(
      'src',
      '/api/patients/photos/files/llave',
    )
  })
})

describe('changing one’s data', () => {
  test('sends every field as text, tells the result and keeps the greeting up to date', async () => {
    answer(profileEndpoints.edit, { data: { patient: { ...camila, first_name: 'Camila' } } })
    const { user, path } = await profile('cambiar-datos')
    await retype(user, 'Nombres', 'Camila')
    await retype(user, 'Teléfono', '987654321')
    await save(user)
    const dialog = await screen.findByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
    expect(sent()).toEqual({
      first_name: 'Camila',
      last_name: 'Fuentes',
      second_name: 'Rojas',
      date_birth: '1988-04-12',
      nationality_id: '1',
      forecast_id: '5',
      gender_id: '1',
      email: 'camila@ejemplo.cl',
      address: 'Los Aromos 1240',
      phone: '987654321',
      region_id: '13',
      city_id: '131',
      commune_id: '13101',
    })
    expect(currentUser()?.first_name).toBe('Camila')
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(path()).toBe('/dashboard/perfil?tab=mis-datos'))
  })

  test('offers no change of the document, and says who can', async () => {
    await profile('cambiar-datos')
    expect(await screen.findByLabelText('RUT')).toHaveAttribute('readonly')
    expect(screen.getByText(/Para cambiar tu tipo o número de documento/)).toBeVisible()
  })

  test('lists what is wrong above the form, in its order, and sends nothing', async () => {
    const { user } = await profile('cambiar-datos')
    await retype(user, 'Nombres', '')
    await retype(user, 'Primer apellido', '')
    await retype(user, /Segundo apellido/, '')
    await retype(user, 'E-mail', 'camila@')
    await retype(user, 'Teléfono', '123')
    await save(user)
    const summary = await screen.findByRole('alert')
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Digita Nombre', 'Digita Primer apellido', 'Digita E-mail válido', 'Digita Teléfono válido'])
    expect(summary).toHaveFocus()
    await user.click(within(summary).getByRole('link', { name: 'Digita Teléfono válido' }))
    expect(screen.getByLabelText('Teléfono')).toHaveFocus()
  })

  test('of the region empties province and commune', async () => {
    const { user } = await profile('cambiar-datos')
    const region = await screen.findByRole('combobox', { name: 'Región' })
    await waitFor(() => expect(region).toBeEnabled())
    await user.click(region)
    await user.click(await screen.findByRole('option', { name: 'Valparaíso', hidden: true }))
    expect(screen.getByRole('combobox', { name: 'Provincia' })).toHaveValue('')
    expect(screen.getByRole('combobox', { name: 'Comuna' })).toBeDisabled()
    expect(screen.getByText('Elige primero la provincia')).toBeVisible()
  })

  test('that the server refuses is told in a dialog, then at its field', async () => {
    answer(profileEndpoints.edit, new Failure('birthDateGuarded', { param: 'date_birth' }))
    const { user } = await profile('cambiar-datos')
    await screen.findByLabelText('Nombres')
    await save(user)
    const dialog = await screen.findByRole('dialog', { name: 'No ha sido posible actulizar los datos' })
    const words = 'Para corregir tu fecha de nacimiento, contacta a servicio al cliente'
    expect(dialog).toHaveTextContent(words)
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    const summary = await screen.findByRole('alert')
    expect(within(summary).getByRole('link', { name: words })).toBeVisible()
  })

  test('of the e-mail says that it has to be confirmed', async () => {
    answer(profileEndpoints.edit, {
      data: { patient: { ...camila, email_pending: 'nu•••••@ejemplo.cl' } },
    })
    const { user } = await profile('cambiar-datos')
    await retype(user, 'E-mail', 'nueva@ejemplo.cl')
    await save(user)
    expect(
      await screen.findByText('Confirma tu nuevo e-mail desde el mensaje que enviamos a nu•••••@ejemplo.cl.'),
    ).toBeVisible()
  })

  test('keeps a hidden insurer that the person has already', async () => {
    answer(catalogueEndpoints.forecasts, {
      forecasts: [
        { id: 5, nombre: 'Fonasa', status: 1 },
        { id: 9, nombre: 'Fonasa A', status: 0 },
        { id: 10, nombre: 'Fonasa B', status: 0 },
      ],
    })
    answer(peopleEndpoints.self, { data: { ...camila, forecast_id: 9 } })
    const { user } = await profile('cambiar-datos')
    const field = await screen.findByRole('combobox', { name: 'Previsión' })
    await waitFor(() => expect(field).toHaveValue('Fonasa A'))
    await user.click(field)
    expect(
      (await screen.findAllByRole('option', { name: /Fonasa/, hidden: true })).map(
        (option) => option.textContent,
      ),
    ).toEqual(['Fonasa', 'Fonasa A'])
  })
})

describe('what was typed when the session was cut off', () => {
  const cutOff = () => act(() => call(sessionEndpoints.renew, { params: { id: 7 } }).catch(() => undefined))

  async function typeAndLose() {
    const opened = await profile('cambiar-datos')
    await retype(opened.user, 'Dirección', 'Las Lilas 9')
    answer(sessionEndpoints.renew, new Failure('noSession'))
    await cutOff()
    const dialog = await screen.findByRole('dialog', { name: 'La sesión ha expirado' })
    await opened.user.click(within(dialog).getByRole('button', { name: 'INICIAR SESIÓN' }))
    await waitFor(() => expect(opened.path()).toBe('/'))
    return opened
  }

  async function signIn(user: Person, id: number) {
    answer(sessionEndpoints.signIn, { token: 'otra', patient: { ...camila, id } })
    answer(peopleEndpoints.self, { data: { ...camila, id } })
    await user.type(screen.getByLabelText('RUT', { selector: '[name=document_number]' }), '12345678-5')
    await user.type(screen.getByLabelText('Contraseña'), 'Portal2026')
    await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  }

  test('is offered back where it was, to the same person', async () => {
    const { user, path } = await typeAndLose()
    await signIn(user, 7)
    await waitFor(() => expect(path()).toBe('/dashboard/perfil?tab=cambiar-datos'))
    await user.click(await screen.findByRole('button', { name: 'Recuperar' }))
    expect(screen.getByLabelText('Dirección')).toHaveValue('Las Lilas 9')
    expect(screen.queryByText('Guardamos lo que habías escrito')).not.toBeInTheDocument()
  })

  test('is forgotten once it was left', async () => {
    const { user, go } = await typeAndLose()
    await signIn(user, 7)
    await user.click(await screen.findByRole('button', { name: 'Descartar' }))
    expect(screen.getByLabelText('Dirección')).toHaveValue('Los Aromos 1240')
    await go('/dashboard/perfil?tab=mis-datos')
    await go('/dashboard/perfil?tab=cambiar-datos')
    expect(await screen.findByLabelText('Dirección')).toHaveValue('Los Aromos 1240')
    expect(screen.queryByRole('button', { name: 'Recuperar' })).not.toBeInTheDocument()
  })

  test('is never shown to anybody else, nor written to the browser’s storage', async () => {
    const { user, path, go } = await typeAndLose()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Las Lilas')
    await signIn(user, 8)
    await waitFor(() => expect(path()).toBe('/dashboard'))
    await go('/dashboard/perfil?tab=cambiar-datos')
    expect(await screen.findByLabelText('Dirección')).toHaveValue('Los Aromos 1240')
    expect(screen.queryByRole('button', { name: 'Recuperar' })).not.toBeInTheDocument()
  })
})

describe('changing the password', () => {
  async function fill(user: Person, values: { old?: string; fresh: string; again?: string }) {
    if (values.old) await user.type(await screen.findByLabelText('Contraseña actual'), values.old)
    await user.type(screen.getByLabelText('Nueva contraseña'), values.fresh)
    await user.type(screen.getByLabelText('Confirmar nueva contraseña'), values.again ?? values.fresh)
    await save(user)
  }

  test('empties the form and tells the result', async () => {
    answer(profileEndpoints.changePassword, {})
    const { user } = await profile('cambiar-contrasena')
    await fill(user, { old: 'Portal2026', fresh: 'Araucaria-1810' })
    const dialog = await screen.findByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
    expect(asked(profileEndpoints.changePassword)[0]?.body).toEqual({
      oldPassword: 'Portal2026',
      password: 'Araucaria-1810',
      temporaryKeyStatus: false,
    })
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(screen.getByLabelText('Contraseña actual')).toHaveValue('')
  })

  test('names each field that is missing', async () => {
    const { user } = await profile('cambiar-contrasena')
    await screen.findByLabelText('Contraseña actual')
    await save(user)
    for (const words of [
      'Digita Actual contraseña',
      'Digita Nueva contraseña',
      'Confirmar nueva contraseña',
    ]) {
      expect(await screen.findAllByText(words)).not.toHaveLength(0)
    }
    expect(screen.getByLabelText('Contraseña actual')).toHaveFocus()
  })

  test('wants the same twice, and shows the rules while they are met', async () => {
    const { user } = await profile('cambiar-contrasena')
    await fill(user, { old: 'Portal2026', fresh: 'Araucaria-1810', again: 'Araucaria' })
    expect(await screen.findByText('Las contraseñas no coinciden')).toBeVisible()
    expect(screen.getAllByText('(cumplido)')).toHaveLength(4)
  })

  test('that the server refuses tells its words and keeps what was typed', async () => {
    answer(profileEndpoints.changePassword, new Failure('wrongOldPassword', { param: 'oldPassword' }))
    const { user } = await profile('cambiar-contrasena')
    await fill(user, { old: 'Otra2026x', fresh: 'Araucaria-1810' })
    const dialog = await screen.findByRole('dialog', { name: 'La contraseña actual no es correcta' })
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(screen.getByLabelText('Nueva contraseña')).toHaveValue('Araucaria-1810')
  })

  test('with a temporary one: it is filled in and fixed, the only tab, and afterwards the portal opens', async () => {
    answer(sessionEndpoints.signIn, { token: 'nueva', patient: { ...camila, temporary_key_status: true } })
    answer(profileEndpoints.changePassword, {})
    const { user, path } = await open('/')
    await user.type(screen.getByLabelText('RUT', { selector: '[name=document_number]' }), '12345678-5')
    await user.type(screen.getByLabelText('Contraseña'), 'Clave-Temporal-9')
    await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
    const old = await screen.findByLabelText('Contraseña actual')
    expect(old).toBeDisabled()
    expect(old).toHaveValue('Clave-Temporal-9')
    expect(screen.getAllByRole('tab')).toHaveLength(1)
    await fill(user, { fresh: 'Araucaria-1810' })
    const dialog = await screen.findByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
    expect(asked(profileEndpoints.changePassword)[0]?.body).toEqual({
      oldPassword: 'Clave-Temporal-9',
      password: 'Araucaria-1810',
      temporaryKeyStatus: true,
    })
    expect(currentUser()?.temporary_key_status).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Continuar' }))
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('with a temporary one after a reload asks for it, because nothing kept it', async () => {
    await open('/dashboard/perfil?tab=mis-datos', { as: { temporary_key_status: true } })
    expect(await screen.findByLabelText('Contraseña actual')).toBeEnabled()
    expect(screen.getByText('La contraseña temporal que recibiste por correo.')).toBeVisible()
  })

  test('of staff has a page of its own', async () => {
    answer(profileEndpoints.changePassword, {})
    const { user } = await open('/admin/cambiar-contrasena', { as: 'admin' })
    await fill(user, { old: 'Portal2026', fresh: 'Araucaria-1810' })
    expect(
      await screen.findByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' }),
    ).toBeVisible()
  })
})

describe('deleting the profile', () => {
  test('asks first, then leads home, which says so once', async () => {
    answer(profileEndpoints.close, {})
    const { user, path } = await profile('eliminar-perfil')
    await user.click(await screen.findByRole('button', { name: 'ELIMINAR MI PERFIL' }))
    const question = await screen.findByRole('dialog', { name: '¿Quieres eliminar tu perfil?' })
    expect(question).toHaveTextContent('Esta acción no se puede deshacer')
    await user.click(within(question).getByRole('button', { name: 'CANCELAR' }))
    expect(asked(profileEndpoints.close)).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'ELIMINAR MI PERFIL' }))
    await user.click(await screen.findByRole('button', { name: 'ELIMINAR' }))
    await waitFor(() => expect(path()).toBe('/'))
    const told = await screen.findByRole('dialog', { name: 'El perfil ha sido eliminado' })
    expect(localStorage.getItem('currentUser')).toBeNull()
    await user.click(within(told).getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible()
  })

  test('that fails tells the server’s words', async () => {
    answer(profileEndpoints.close, Failure.fromWire(500, undefined, 'Error server al eliminar perfil'))
    const { user } = await profile('eliminar-perfil')
    await user.click(await screen.findByRole('button', { name: 'ELIMINAR MI PERFIL' }))
    await user.click(await screen.findByRole('button', { name: 'ELIMINAR' }))
    const dialog = await screen.findByRole('dialog', { name: 'Error server al eliminar perfil' })
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(screen.getByRole('button', { name: 'ELIMINAR MI PERFIL' })).toBeVisible()
  })
})

describe('who saw one’s data', () => {
  const row = {
    at: '2026-11-25T15:30:00Z',
    who: 'Jorge Luis Rojas Tapia',
    role: 'guardian' as const,
    action: 'Vio',
    what: 'tus próximas horas',
    patient_full_name: 'Camila Andrea Fuentes Rojas',
    from: 'Sesión del portal',
  }

  test('is told row by row in words, in Santiago’s time', async () => {
    answer(profileEndpoints.accesses, { accesses: [row], total: 1, page: 1, limit: 10 })
    await profile('quien-vio-mis-datos')
    const table = await screen.findByRole('table', { name: 'Quién vio mis datos' })
    const cells = within(table).getAllByRole('row')[1]
    expect(cells).toHaveTextContent(
      'Jorge Luis Rojas TapiaTu representanteVio tus próximas horas25/11/2026, 12:30 hSesión del portal',
    )
  })

  test('is filtered by a period and by other people, and goes back to the first page', async () => {
    answer(profileEndpoints.accesses, { accesses: [row], total: 25, page: 1, limit: 10 })
    const { user, path } = await profile('quien-vio-mis-datos')
    await user.click(await screen.findByRole('button', { name: 'Página 2' }))
    await waitFor(() => expect(path()).toBe('/dashboard/perfil?tab=quien-vio-mis-datos&page=2'))
    await user.click(screen.getByRole('checkbox', { name: 'Mostrar solo a otras personas' }))
    await waitFor(() => expect(path()).toBe('/dashboard/perfil?tab=quien-vio-mis-datos&otros=true'))
    await user.type(screen.getByLabelText('Desde'), '01/11/2026')
    await user.tab()
    await waitFor(() => {
      const { query } = asked(profileEndpoints.accesses).at(-1) ?? {}
      expect(Object.fromEntries(query ?? [])).toEqual({
        page: '1',
        limit: '10',
        from: '2026-11-01',
        others: 'true',
      })
    })
  })

  test('says when there is nothing with this filter, and leads back to all', async () => {
    answer(profileEndpoints.accesses, { accesses: [], total: 0, page: 1, limit: 10 })
    const { user, path } = await open('/dashboard/perfil?tab=quien-vio-mis-datos&otros=true', {
      as: 'patient',
    })
    expect(await screen.findByText('No hay accesos que mostrar con este filtro')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ver todos' }))
    await waitFor(() => expect(path()).toBe('/dashboard/perfil?tab=quien-vio-mis-datos'))
  })
})
