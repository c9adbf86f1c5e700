import { ApiError } from '@mi-portal/contract/calls/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { legalEndpoints } from '@mi-portal/contract/legal'
import type { Notified } from '@mi-portal/contract/notified'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { isReloadConfirmed } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { type PageUser, renderPage } from '../../../test/render-portal.tsx'
import { storeCardNumber } from './registration.queries.ts'

const solem = 'prueba-de-identidad'
const draftId = 'borrador-de-esta-persona-1234'

const registryPerson = {
  names: 'Antonia Isabel',
  lastname: 'Reyes del Río Fuentes',
  date_birth: '1987-03-14',
}

const legalText = (version: string) => ({
  legalText: { id: 1, text: '<p>Estas son las condiciones.</p>', version, valid_from: '2026-11-01' },
})

beforeEach(() => {
  mockEndpoint(registrationEndpoints.saveDraft, { id: draftId })
  mockEndpoint(registrationEndpoints.updateDraft, { id: draftId })
  mockEndpoint(registrationEndpoints.age, { is_minor: false, msg: '' })
  mockEndpoint(identityEndpoints.info, registryPerson)
  mockEndpoint(catalogueEndpoints.regions, {
    regions: [
      { id: 13, name: 'Metropolitana' },
      { id: 5, name: 'Valparaíso' },
    ],
  })
  mockEndpoint(catalogueEndpoints.cities, ({ params }) => ({
    cities: params.regionId === '13' ? [{ id: 131, name: 'Santiago' }] : [{ id: 51, name: 'Quillota' }],
  }))
  mockEndpoint(catalogueEndpoints.communes, { communes: [{ id: 13119, name: 'Maipú' }] })
  mockEndpoint(legalEndpoints.current, legalText('2026-11'))
})

function carry(overrides: object = {}) {
  storeCardNumber({ document_type_id: 1, document_number: '167890121' }, 'A1B2C3D4E5')
  const data = {
    document_type_id: 1,
    document_number: '167890121',
    email: 'antonia@ejemplo.cl',
    cellphone: '12345678',
    code: 0,
    solem,
    kept_at: Date.now(),
    ...overrides,
  }
  localStorage.setItem('formData', JSON.stringify(data))
}

const passport = {
  document_type_id: 2,
  document_number: 'P7654321',
  document_country: 'PE',
  solem: undefined,
}
const text = (name: string) => screen.getByRole('textbox', { name })
const password = () => screen.getByLabelText('Contraseña')
const confirmation = () => screen.getByLabelText('Confirmar contraseña')
const terms = () => screen.getByRole('checkbox', { name: /Leí y acepto los términos y condiciones/ })

async function runForm(overrides: object = {}) {
  carry(overrides)
  const opened = await renderPage('/registrar/run')
  await waitFor(() => expect(text('Nombres')).toHaveValue('Antonia Isabel'))
  return opened
}

/** Fills in what the registry does not know. `next` leaves each section that is filled in. */
async function fillRest(user: PageUser, next = async () => {}) {
  const choose = async (lists: Record<string, string>) => {
    for (const [list, option] of Object.entries(lists)) await user.choose(list, option)
  }
  await next()
  await choose({ Nacionalidad: 'Chilena', Previsión: 'Fonasa', Género: 'Femenino' })
  await next()
  user.fill(text('Dirección'), 'Los Aromos 1240')
  await choose({ Región: 'Metropolitana', Provincia: 'Santiago', Comuna: 'Maipú' })
  await next()
  user.fill(password(), 'Cordillera2026')
  user.fill(confirmation(), 'Cordillera2026')
  await next()
  await user.click(terms())
}

const send = (user: PageUser) => user.click(screen.getByRole('button', { name: 'REGISTRARME' }))

function drafts() {
  return [
    ...requestsTo(registrationEndpoints.saveDraft),
    ...requestsTo(registrationEndpoints.updateDraft),
  ].map(({ body }) => body)
}

function sentForm(): Record<string, unknown> {
  const body = requestsTo(registrationEndpoints.register)[0]?.body
  if (!(body instanceof FormData)) throw new Error('no form was sent')
  return Object.fromEntries(body)
}

test.each([
  ['a visitor who has not begun to register', '/registrar/run', null],
  ['a visitor whose check failed', '/registrar/run', { code: 1 }],
  ['a visitor before the check', '/registrar/run', { code: null }],
  ['no passport to the run’s form', '/registrar/run', passport],
  ['no run to the passport’s form', '/registrar/pasaporte', {}],
  ['a visitor after half an hour', '/registrar/run', { kept_at: Date.now() - 1_800_001 }],
])('a form that may not be opened redirects to the registration home page (%s)', async (_, address, data) => {
  if (data) carry(data)
  const { path } = await renderPage(address)
  await waitFor(() => expect(path()).toBe('/registrar'))
})

const register = (
  reply: ApiError | ({ patient: ReturnType<typeof buildPatient>; application_key: string | null } & Notified),
) => mockEndpoint(registrationEndpoints.register, reply)

test('the run form shows the registry’s names and birth date with a lock, also after the registry did not answer at first', async () => {
  mockEndpoint(identityEndpoints.info, new ApiError('forbidden', { msg: 'Error server al obtener nombres' }))
  carry()
  const { user, go } = await renderPage('/registrar/run')
  expect(await screen.findByText('Error server al obtener nombres')).toBeVisible()
  expect(isReloadConfirmed()).toBe(false)
  user.fill(text('Nombres'), 'Antonia')
  expect(isReloadConfirmed()).toBe(true)
  user.fill(text('Dirección'), 'Los Aromos 1240')
  mockEndpoint(identityEndpoints.info, registryPerson)
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  await waitFor(() => expect(text('Primer apellido')).toHaveValue('Reyes'))
  // The account will have the registry's names, regardless of what was typed meanwhile.
  expect(text('Nombres')).toHaveValue('Antonia Isabel')
  for (const name of ['Nombres', 'Primer apellido', 'Segundo apellido (opcional)', 'Fecha de nacimiento'])
    expect(text(name)).toHaveAttribute('readonly')
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  await go('/registrar/run')
  await waitFor(() => expect(text('Dirección')).toHaveValue('Los Aromos 1240'))
})

test('a rejected registration keeps its input and shows each error at its field, until it is sent with proof, photo and terms', async () => {
  register(new ApiError('documentTaken', { param: 'document_number' }))
  const { user } = await runForm()
  await user.upload(screen.getByLabelText('Fotografía'), photo('yo.jpg'))
  await fillRest(user)
  await send(user)
  const back = async (reason: string | RegExp) => {
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading', { level: 1, name: 'Ha ocurrido un error' })).toBeVisible()
    expect(alert).toHaveTextContent(reason)
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
  }
  await back('El documento ya se encuentra registrado')
  expect(drafts().at(-1)).toMatchObject({ status: 'err_register_final' })
  expect(text('Dirección')).toHaveValue('Los Aromos 1240')
  expect(password()).toHaveValue('Cordillera2026')
  expect(screen.getByRole('combobox', { name: 'Comuna' })).toHaveValue('Maipú')

  const common = 'Elige una contraseña menos común'
  register(new ApiError('invalid', { fieldErrors: [{ param: 'password', msg: common }], msg: common }))
  await send(user)
  await back(common)
  expect(password()).toHaveAccessibleDescription(expect.stringContaining(common))
  expect(await screen.findByRole('heading', { name: 'Hay 1 dato por corregir' })).toBeVisible()

  const changed = 'Los términos y condiciones cambiaron. Revísalos y acéptalos nuevamente'
  register(new ApiError('invalid', { fieldErrors: [{ param: 'terms_version', msg: changed }], msg: changed }))
  mockEndpoint(legalEndpoints.current, legalText('2026-12'))
  await send(user)
  await back(changed)
  await waitFor(() => expect(terms()).not.toBeChecked())
  await waitFor(() => expect(requestsTo(legalEndpoints.current).length).toBeGreaterThan(0))
  await user.click(screen.getByRole('button', { name: 'Leer en pantalla' }))
  const dialog = await screen.findByRole('dialog', { name: 'Términos y condiciones' })
  expect(dialog).toHaveTextContent('Estas son las condiciones.')
  const accept = within(dialog).getByRole('button', { name: 'ACEPTAR' })
  expect(accept).toBeDisabled()
  await user.click(within(dialog).getByRole('checkbox'))
  await user.click(accept)
  expect(terms()).toBeChecked()

  const mailed = { notified: [{ channel: 'email' as const, to: 'an•••••@ejemplo.cl' }], not_notified: null }
  register({ patient: buildPatient(), application_key: null, ...mailed })
  await send(user)
  expect(await screen.findByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Te enviamos un correo a an•••••@ejemplo.cl.')
  expect(localStorage.getItem('formData')).toBeNull()
  await waitFor(() => expect(drafts().at(-1)).toMatchObject({ status: 'up_register_final' }))
  expect(sentForm()).toEqual({
    document_type_id: '1',
    document_number: '167890121',
    number: 'A1B2C3D4E5',
    first_name: 'Antonia Isabel',
    last_name: 'Reyes',
    second_name: 'del Río Fuentes',
    preferred_name: '',
    date_birth: '1987-03-14',
    nationality_id: '1',
    forecast_id: '5',
    gender_id: '1',
    email: 'antonia@ejemplo.cl',
    phone: '912345678',
    address: 'Los Aromos 1240',
    region_id: '13',
    city_id: '131',
    commune_id: '13119',
    password: 'Cordillera2026',
    terms_version: '2026-12',
    solem,
    file: expect.any(File),
  })
})

test('a phone shows one section at a time, keeps its input on each way back, and opens the section of a rejected field', async () => {
  const wide = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: false }))
  const { user, back, path } = await runForm()
  const next = () => user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  const shows = async (number: number, title: string) => {
    expect(await screen.findByText(`Sección ${number} de 5`)).toBeVisible()
    expect(screen.getAllByRole('heading', { level: 2 }).at(-1)).toHaveTextContent(title)
  }
  await shows(1, 'Datos personales')
  await next()
  await shows(2, 'Datos personales')
  await next()
  await user.click(await screen.findByRole('link', { name: 'Selecciona Género' }))
  expect(screen.getByRole('combobox', { name: 'Género' })).toHaveFocus()
  await user.choose('Género', 'Femenino')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Selecciona Género' })).toBeNull())
  await back()
  await fillRest(user, next)
  await shows(5, 'Términos y condiciones')

  await back()
  await shows(4, 'Datos de la cuenta')
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  await shows(3, 'Datos de contacto')
  await back()
  await shows(2, 'Datos personales')
  expect(screen.getByRole('combobox', { name: 'Previsión' })).toHaveValue('Fonasa')
  for (const section of [3, 4, 5]) {
    await next()
    await screen.findByText(`Sección ${section} de 5`)
  }

  const wrong = 'Digita E-mail válido'
  register(new ApiError('invalid', { fieldErrors: [{ param: 'email', msg: wrong }], msg: wrong }))
  await send(user)
  await user.click(await screen.findByRole('button', { name: 'REINTENTAR' }))
  await shows(3, 'Datos de contacto')
  expect(text('E-mail')).toHaveAccessibleDescription(expect.stringContaining(wrong))
  await next()
  await shows(4, 'Datos de la cuenta')
  await next()
  register({ patient: buildPatient(), application_key: null, notified: [], not_notified: 'no_mail_server' })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await send(user)
  expect(await screen.findByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('No te enviamos un correo')
  // A layer that closes leaves its history entry a moment later.
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(path()).toBe('/registrar/run')
})

const passportPhotos = ['Fotografía de tu pasaporte', 'Fotografía de ti con tu pasaporte']

test('a passport with one name is sent without surnames once the person says so, and an expired proof of identity links to a new check', async () => {
  register(new ApiError('identityNotProven', { param: 'solem' }))
  const { user, path } = await openPassportForm()
  user.fill(text('Nombres'), 'Suharto')
  user.fill(text('Fecha de nacimiento'), '8-8-1984')
  await fillRest(user)
  await send(user)
  expect(await screen.findByRole('link', { name: 'Digita Primer apellido' })).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Mi pasaporte tiene un solo nombre' }))
  expect(screen.queryByRole('textbox', { name: 'Primer apellido' })).toBeNull()
  await send(user)
  await user.click(await screen.findByRole('link', { name: 'Validar mi identidad' }))
  await waitFor(() => expect(path()).toBe('/registrar'))
  expect(JSON.parse(localStorage.getItem('formData') ?? '{}')).toMatchObject({ code: null })
  expect(sentForm()).toMatchObject({ first_name: 'Suharto', last_name: '', second_name: '' })
  expect(sentForm()).not.toHaveProperty('one_name')
})

async function openPassportForm(overrides: object = {}) {
  carry({ ...passport, ...overrides })
  const opened = await renderPage('/registrar/pasaporte')
  await addPhotos(opened.user, passportPhotos)
  await opened.user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  await screen.findByRole('textbox', { name: 'Pasaporte' })
  return opened
}

function photo(name: string) {
  return new File([new Uint8Array(900)], name, { type: 'image/jpeg' })
}

async function addPhotos(user: PageUser, labels: readonly string[]) {
  for (const [index, label] of labels.entries())
    await user.upload(await screen.findByLabelText(label, { selector: 'input' }), photo(`${index}.jpg`))
  await screen.findByRole('img', { name: `${labels.at(-1)}, elegida` })
}
