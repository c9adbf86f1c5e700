import { ApiError } from '@mi-portal/contract/calls/api-error'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { type ListedUser, userEndpoints } from '@mi-portal/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildUser } from '../../../test/build.ts'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const { confirm, edit, list, one } = userEndpoints

const pending = { status_data_id: 3, status_data: { id: 3, name: 'Pendiente de validación' } }

const camila = buildUser({ forecast_id: 5 })
const tomas = buildUser({
  ...{ id: 8, first_name: 'Tomás', email: 'tomas@ejemplo.cl', status_data_id: 2 },
  status_data: { id: 2, name: 'Deshabilitado' },
})
const john = buildUser({
  ...pending,
  ...{ id: 9, first_name: 'John', last_name: 'Smith', second_name: '' },
  ...{ document_type_id: 2, document_number: 'X7654321', due_at: '2020-01-02T12:00:00.000Z' },
  ...{ image_store_passport: 1, image_store_passport_patient: 2 },
})
const andrea = buildUser({
  ...{ id: 20, first_name: 'Berta', rol: 'ADMIN_ROLE' },
  person_role: { id: 1, name: 'Administrador' },
})

const page = (patients: ListedUser[], total = patients.length) => ({ patients, total, page: 1, limit: 10 })

beforeEach(() => {
  mockEndpoint(list, page([camila, tomas, john, andrea]))
})

const rowOf = async (name: RegExp) => screen.findByRole('row', { name })
const search = () =>
  screen.findByRole('searchbox', { name: 'Buscar por nombre, documento, teléfono o e-mail' })

function sent(): Record<string, unknown> {
  const form = requestsTo(edit).at(-1)?.body
  return form instanceof FormData ? Object.fromEntries(form) : {}
}

test('an administrator can neither change administrators nor create one', async () => {
  const { user } = await renderPage('/admin/usuarios', { as: { rol: 'ADMIN_ROLE', id: 99 } })
  await user.type(await search(), 'fuentes')
  expect(within(await rowOf(/Berta/)).queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'CREAR PACIENTE' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'CREAR ADMINISTRADOR' })).toBeNull()
})

test('the list is empty until three letters are typed, and says so at the field', async () => {
  const { user } = await renderPage('/admin/usuarios?estado=1', { as: 'admin' })
  expect(await screen.findByRole('heading', { name: 'Busca a la persona' })).toBeVisible()
  await user.type(await search(), 'ca{Enter}')
  expect(await screen.findByText(/^Escribe al menos 3 letras o números/)).toBeVisible()
  expect(await search()).toBeInvalid()
  expect(requestsTo(list)).toEqual([])
  await user.type(await search(), 'm{Enter}')
  expect(await rowOf(/Camila/)).toBeVisible()
  expect(requestsTo(list)[0]?.body).toMatchObject({ filter: 'cam', status: 1 })
  expect(await search()).toBeValid()
})

test('a RUN that nobody has leads to a new record with this document, and other words do not', async () => {
  mockEndpoint(list, page([]))
  const { user } = await renderPage('/admin/usuarios', { as: 'admin' })
  await user.type(await search(), 'nadie{Enter}')
  expect(await screen.findByText('No encontramos usuarios con esta búsqueda')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Crear ficha con este RUN' })).toBeNull()
  await user.clear(await search())
  await user.type(await search(), '12.345.678-5{Enter}')
  await user.click(await screen.findByRole('link', { name: 'Crear ficha con este RUN' }))
  expect(await screen.findByDisplayValue(/^12\.?345\.?678-?5$/)).toBeVisible()
})

test('a person whom the clinic knows is listed without an account, and staff can only open one', async () => {
  const known = { ...tomas, email: null, status_data_id: 4, status_data: { id: 4, name: 'Sin cuenta' } }
  mockEndpoint(list, page([known]))
  mockEndpoint(one, { data: known })
  mockEndpoint(edit, { patient: known, waiting: ['account-opening'] })
  const { user } = await renderPage('/admin/usuarios?estado=4', { as: 'admin' })
  await user.type(await search(), 'tomás')
  const row = within(await rowOf(/Tomás.*Sin cuenta/))
  expect(requestsTo(list)[0]?.body).toMatchObject({ status: 4 })
  expect(row.queryByRole('button')).toBeNull()
  await user.click(row.getByRole('link', { name: /^Abrir cuenta a Tomás/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Abrir cuenta' })).toBeVisible()
  await user.type(screen.getByLabelText('E-mail'), 'tomas@ejemplo.cl')
  expect(screen.queryByLabelText('Contraseña')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Bloquear cuenta' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Abrir cuenta' }))
  await waitFor(() => expect(sent()).toMatchObject({ email: 'tomas@ejemplo.cl', status_data_id: '1' }))
})

const save = async (user: Awaited<ReturnType<typeof renderPage>>['user']) =>
  user.click(await screen.findByRole('button', { name: 'GUARDAR CAMBIOS' }))

test('the death of a person is requested with its day, and waits for a second member of staff', async () => {
  const { reportDeath } = userEndpoints
  mockEndpoint(one, { data: camila })
  mockEndpoint(reportDeath, { waiting: ['death'] })
  const { user } = await renderPage('/admin/usuarios/editar/7', { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Registrar fallecimiento' }))
  const question = await screen.findByRole('dialog', { name: /¿Registrar el fallecimiento de Camila/ })
  await user.type(within(question).getByLabelText(/Día del fallecimiento/), '20/11/2026')
  await user.click(within(question).getByRole('button', { name: 'Pedir confirmación' }))
  expect(await screen.findByRole('link', { name: 'Ver lo que espera' })).toBeVisible()
  expect(requestsTo(reportDeath)[0]?.body).toEqual({ deceased: true, deceased_on: '2026-11-20' })
})

test('the edit form offers back what was typed for the same account, but never a password, and forgets it once it is saved', async () => {
  mockEndpoint(one, { data: camila })
  mockEndpoint(edit, { patient: camila, waiting: [] })
  const opened = await renderPage('/admin/usuarios/editar/7', { as: 'admin' })
  const { user, go } = opened
  await user.type(await screen.findByLabelText('Nombres'), ' Inés')
  await user.type(screen.getByLabelText(/^Contraseña/), 'Araucaria-1810')
  expect(isReloadConfirmed()).toBe(true)
  mockEndpoint(one, { data: tomas })
  await go('/admin/usuarios/editar/8')
  await waitFor(() => expect(screen.getByLabelText('Nombres')).toHaveValue('Tomás'))
  expectNoDraft()
  mockEndpoint(one, { data: camila })
  await go('/admin/usuarios/editar/7')
  await restoreDraft(user)
  expect(screen.getByLabelText('Nombres')).toHaveValue('Camila Andrea Inés')
  expect(screen.getByLabelText(/^Contraseña/)).toHaveValue('')
  await save(user)
  expect(await screen.findByRole('dialog', { name: '¡Usuario actualizado con éxito!' })).toBeVisible()
  await leaveAndReturn(opened)
  await screen.findByLabelText('Nombres')
  expectNoDraft()
})

test('an edit of an account that changed meanwhile keeps its input and loads the other changes', async () => {
  mockEndpoint(one, { data: camila })
  mockEndpoint(edit, new ApiError('changedMeanwhile'))
  const { user } = await renderPage('/admin/usuarios/editar/7', { as: 'admin' })
  const name = await screen.findByLabelText('Nombres')
  await user.clear(name)
  await user.type(name, 'Lo mío')
  await save(user)
  expect(await screen.findByText(/Otra persona cambió estos datos/)).toBeVisible()
  mockEndpoint(one, { data: { ...camila, phone: '987654321', updated_at: '2026-11-21T12:00:00.000Z' } })
  await user.click(screen.getByRole('button', { name: 'TRAER LOS CAMBIOS' }))
  await waitFor(() => expect(screen.getByLabelText('Teléfono')).toHaveValue('987654321'))
  expect(screen.getByLabelText('Nombres')).toHaveValue('Lo mío')
  mockEndpoint(edit, { patient: camila, waiting: [] })
  await save(user)
  await waitFor(() => expect(sent().updated_at).toBe('2026-11-21T12:00:00.000Z'))
})

test('the edit page says when the id is invalid, the account does not exist, or the user has no permission', async () => {
  const { go } = await renderPage('/admin/usuarios/editar/0', { as: 'admin' })
  expect(await screen.findByText('ID de usuario inválido')).toBeVisible()
  mockEndpoint(one, new ApiError('notFound'))
  await go('/admin/usuarios/editar/999')
  expect(await screen.findByText('No se encontró información del usuario')).toBeVisible()
  mockEndpoint(one, new ApiError('forbidden'))
  await go('/admin/usuarios/editar/20')
  expect(await screen.findByText('No tienes permiso para realizar esta acción')).toBeVisible()
})

describe('validating an account', () => {
  beforeEach(() => {
    mockEndpoint(one, { data: john })
    mockEndpoint(profileEndpoints.photos, {
      file_profile: null,
      file_passport: '/api/patients/photos/files/a',
      file_passport_patient: '/api/patients/photos/files/b',
      file_selfie: null,
    })
  })

  const view = (name: string) => screen.getByRole('button', { name: `Ver imagen: ${name}` })

  test('a photo is loaded only when the reviewer asks for it, and can then be enlarged and compared', async () => {
    const { user } = await renderPage('/admin/usuarios/editar/9', { as: 'admin' })
    expect(await screen.findByRole('heading', { level: 1, name: /Validar usuario/ })).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('img', { name: 'Pasaporte' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Comparar' })).toBeNull()
    expect(
      screen.getByText('Antes de confirmar, abre «Pasaporte» y «Persona con su pasaporte».'),
    ).toBeVisible()
    expect(requestsTo(profileEndpoints.photos)).toEqual([])
    await user.click(view('Pasaporte'))
    expect(await screen.findByRole('img', { name: 'Pasaporte' })).toBeVisible()
    expect(screen.getByRole('img', { name: 'Pasaporte' })).toHaveFocus()
    expect(screen.queryByRole('img', { name: 'Persona con su pasaporte' })).toBeNull()
    // The next Tab goes on behind the photo.
    await user.tab()
    expect(screen.getByRole('button', { name: 'Ampliar: Pasaporte' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Ampliar: Pasaporte' }))
    const closely = screen.getByRole('dialog', { name: 'Pasaporte' })
    await user.click(within(closely).getByRole('button', { name: 'Acercar' }))
    expect(within(closely).getByText('150 %')).toBeVisible()
    await user.click(within(closely).getByRole('button', { name: 'Cerrar' }))
    expect(screen.getByText('Antes de confirmar, abre «Persona con su pasaporte».')).toBeVisible()
    await user.click(view('Persona con su pasaporte'))
    expect(screen.queryByText(/^Antes de confirmar/)).toBeNull()
    expect(screen.getByRole('img', { name: 'Persona con su pasaporte' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Comparar' }))
    expect(within(screen.getByRole('dialog')).getAllByRole('img')).toHaveLength(2)
  })

  test('an application with the mailbox of a guardian says so and can only be denied', async () => {
    mockEndpoint(one, { data: { ...john, guardian_mailbox: true } })
    await renderPage('/admin/usuarios/editar/9', { as: 'admin' })
    expect(await screen.findByText('El e-mail es de quien representa a la persona')).toBeVisible()
    for (const name of ['CONFIRMAR', 'CONFIRMAR EN PERSONA'])
      expect(screen.getByRole('button', { name })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'DENEGAR' })).toBeEnabled()
  })

  test('the approval of a known person says that another one confirms it, and until when', async () => {
    mockEndpoint(confirm, { patient: john, waiting: ['application'] })
    const { user } = await renderPage('/admin/usuarios/editar/9', { as: 'admin' })
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR' }))
    const done = within(await screen.findByRole('dialog', { name: /^Queda por confirmar/ }))
    expect(
      done.getByText(/abre también las fotografías y confirma\. Avísale ahora: .* 7 días;/),
    ).toBeVisible()
  })
})
