import { ApiError } from '@mi-portal/contract/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { isReloadConfirmed } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

type Person = Awaited<ReturnType<typeof renderPage>>['user']

const solem = 'prueba-de-identidad'
const applicationKey = 'llave-de-la-pagina-del-registro'
const draftId = 'borrador-de-esta-persona-1234'

beforeEach(() => {
  mockEndpoint(registrationEndpoints.saveDraft, { id: draftId })
  mockEndpoint(registrationEndpoints.updateDraft, { id: draftId })
  mockEndpoint(registrationEndpoints.age, { is_minor: false, msg: '' })
  mockEndpoint(registrationEndpoints.register, { patient: buildPatient(), application_key: null })
  mockEndpoint(identityEndpoints.info, {
    names: 'Antonia Isabel',
    lastname: 'Reyes del Río Fuentes',
    date_birth: '1987-03-14',
  })
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
  mockEndpoint(legalEndpoints.current, {
    legalText: {
      id: 1,
      text: '<p>Estas son las condiciones.</p>',
      version: '2026-11',
      valid_from: '2026-11-01',
    },
  })
})

function carry(overrides: object = {}) {
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

async function write(user: Person, input: HTMLElement, typed: string) {
  await user.clear(input)
  await user.click(input)
  if (typed) await user.paste(typed)
}

async function choose(user: Person, list: string, option: string) {
  const box = screen.getByRole('combobox', { name: list })
  await waitFor(() => expect(box).toBeEnabled())
  await user.click(box)
  await user.click(await screen.findByRole('option', { name: option }))
}

async function runForm(overrides: object = {}) {
  carry(overrides)
  const opened = await renderPage('/registrar/run')
  await waitFor(() => expect(text('Nombres')).toHaveValue('Antonia Isabel'))
  return opened
}

async function fillRest(user: Person) {
  for (const [list, option] of [
    ['Nacionalidad', 'Chilena'],
    ['Previsión', 'Fonasa'],
    ['Género', 'Femenino'],
    ['Región', 'Metropolitana'],
    ['Provincia', 'Santiago'],
    ['Comuna', 'Maipú'],
  ] as const)
    await choose(user, list, option)
  await write(user, text('Dirección'), 'Los Aromos 1240')
  await write(user, password(), 'Cordillera2026')
  await write(user, confirmation(), 'Cordillera2026')
  await user.click(terms())
}

const send = (user: Person) => user.click(screen.getByRole('button', { name: 'REGISTRARME' }))

test('the browser asks before a reload loses input, and does not ask without input', async () => {
  const { user } = await runForm()
  expect(isReloadConfirmed()).toBe(false)
  await write(user, text('Dirección'), 'Los Aromos 1240')
  expect(isReloadConfirmed()).toBe(true)
})

function drafts() {
  return [
    ...requestsTo(registrationEndpoints.saveDraft),
    ...requestsTo(registrationEndpoints.updateDraft),
  ].map(({ body }) => body)
}

function sentForm(at = 0): FormData {
  const body = requestsTo(registrationEndpoints.register)[at]?.body
  if (!(body instanceof FormData)) throw new Error('no form was sent')
  return body
}

describe('access to the registration forms', () => {
  test.each([
    ['a visitor who has not begun to register', '/registrar/run', null],
    ['a visitor whose check failed', '/registrar/run', { code: 1 }],
    ['a visitor before the check', '/registrar/run', { code: null }],
    ['no passport to the run’s form', '/registrar/run', passport],
    ['no run to the passport’s form', '/registrar/pasaporte', {}],
    ['a visitor after half an hour', '/registrar/run', { kept_at: Date.now() - 1_800_001 }],
  ])(
    'a form that may not be opened redirects to the registration home page (%s)',
    async (_, address, data) => {
      if (data) carry(data)
      const { path } = await renderPage(address)
      await waitFor(() => expect(path()).toBe('/registrar'))
    },
  )
})

describe('the run’s form', () => {
  test('the run form says when the registry did not answer, and the names can be typed', async () => {
    mockEndpoint(
      identityEndpoints.info,
      new ApiError('forbidden', { msg: 'Error server al obtener nombres' }),
    )
    carry()
    const { user } = await renderPage('/registrar/run')
    expect(await screen.findByText('Error server al obtener nombres')).toBeVisible()
    await write(user, text('Nombres'), 'Antonia')
    mockEndpoint(identityEndpoints.info, {
      names: 'Otra',
      lastname: 'Reyes Fuentes',
      date_birth: '1987-03-14',
    })
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    await waitFor(() => expect(text('Primer apellido')).toHaveValue('Reyes'))
    // The account will have the registry's names, regardless of what was typed meanwhile.
    expect(text('Nombres')).toHaveValue('Otra')
  })

  test('names and birth date from the registry are shown with a lock and cannot be edited', async () => {
    await runForm()
    for (const name of ['Nombres', 'Primer apellido', 'Segundo apellido (opcional)', 'Fecha de nacimiento'])
      expect(text(name)).toHaveAttribute('readonly')
    expect(text('Dirección')).not.toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Abrir calendario' })).not.toBeInTheDocument()
  })

  test('the run form is sent with the proof of identity and the version of the terms', async () => {
    const { user } = await runForm()
    await fillRest(user)
    await send(user)
    expect(await screen.findByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()
    expect(Object.fromEntries(sentForm())).toEqual({
      document_type_id: '1',
      document_number: '167890121',
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
      terms_version: '2026-11',
      solem,
    })
    expect(screen.getByRole('status')).toHaveTextContent('e-mail de confirmación a antonia@ejemplo.cl')
    expect(screen.getByRole('link', { name: 'IR A MI PORTAL' })).toHaveAttribute('href', '/')
    expect(localStorage.getItem('formData')).toBeNull()
    await waitFor(() =>
      expect(drafts()).toMatchObject([{ status: 'up_register_submit' }, { status: 'up_register_final' }]),
    )
  })
})

describe('the errors of the form', () => {
  test('an empty form shows every error above it in its order, and at each field', async () => {
    const { user } = await openPassportForm({ email: '', cellphone: '' })
    await write(user, text('Teléfono'), '')
    await waitFor(() => expect(terms()).toBeEnabled())
    await send(user)
    const summary = await screen.findByRole('alert')
    expect(summary).toHaveFocus()
    const links = within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent ?? '')
    expect(links).toHaveLength(14)
    expect([links[0], links.at(-1)]).toEqual(['Digita Nombre', 'Acepta términos y condiciones'])
    for (const message of links) expect(screen.getAllByText(message)).toHaveLength(2)
    await user.click(within(summary).getByRole('link', { name: 'Digita Dirección' }))
    expect(text('Dirección')).toHaveFocus()
    expect(requestsTo(registrationEndpoints.register)).toEqual([])
  })
})

describe('the birth date', () => {
  test.each([
    ['14/03/1987', '14/03/1987'],
    ['14031987', '14/03/1987'],
    ['1-2-1990', '01/02/1990'],
  ])('the birth date typed as «%s» is understood', async (typed, shown) => {
    carry({ ...passport })
    const { user } = await openPassportForm()
    await write(user, text('Fecha de nacimiento'), typed)
    await user.tab()
    await waitFor(() => expect(text('Fecha de nacimiento')).toHaveValue(shown))
  })

  test.each(['32/01/1990', '29/02/2001', '01/01/2199'])(
    'the invalid birth date «%s» stays in the field to be corrected',
    async (typed) => {
      const { user } = await openPassportForm()
      await write(user, text('Fecha de nacimiento'), typed)
      await user.tab()
      expect(text('Fecha de nacimiento')).toHaveValue(typed)
      await send(user)
      await screen.findByRole('alert')
      expect(screen.getAllByText('Selecciona Fecha de nacimiento')).toHaveLength(2)
    },
  )
})

describe('region, province and commune', () => {
  test('another region clears province and commune and loads its own provinces', async () => {
    const { user } = await runForm()
    await choose(user, 'Región', 'Metropolitana')
    await choose(user, 'Provincia', 'Santiago')
    await choose(user, 'Comuna', 'Maipú')
    await choose(user, 'Región', 'Valparaíso')
    expect(screen.getByRole('combobox', { name: 'Provincia' })).toHaveValue('')
    expect(screen.getByRole('combobox', { name: 'Comuna' })).toBeDisabled()
    await choose(user, 'Provincia', 'Quillota')
    expect(requestsTo(catalogueEndpoints.cities).map(({ params }) => params.regionId)).toEqual(['13', '5'])
  })
})

describe('the photo', () => {
  const picture = (type = 'image/jpeg', bytes = 1000) => new File([new Uint8Array(bytes)], 'yo.jpg', { type })
  const input = () => screen.getByLabelText<HTMLInputElement>('Fotografía')

  test('the photo is shown, can be removed, and is sent with the form', async () => {
    const { user } = await runForm()
    await user.upload(input(), picture())
    expect(await screen.findByRole('img', { name: 'Tu fotografía' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Quitar: Fotografía' }))
    expect(screen.queryByRole('img', { name: 'Tu fotografía' })).not.toBeInTheDocument()
    await user.upload(input(), picture())
    await screen.findByRole('img', { name: 'Tu fotografía' })
    await fillRest(user)
    await send(user)
    await screen.findByText('Registro exitoso')
    expect(sentForm().get('file')).toBeInstanceOf(File)
  })
})

describe('the terms', () => {
  test('the terms read on screen can be accepted only after their checkbox is ticked', async () => {
    const { user } = await runForm()
    await user.click(screen.getByRole('button', { name: 'Leer en pantalla' }))
    const dialog = await screen.findByRole('dialog', { name: 'Términos y condiciones' })
    expect(dialog).toHaveTextContent('Estas son las condiciones.')
    const accept = within(dialog).getByRole('button', { name: 'ACEPTAR' })
    expect(accept).toBeDisabled()
    expect(accept).toHaveAccessibleDescription('Para aceptar, marca la casilla.')
    await user.click(within(dialog).getByRole('checkbox'))
    expect(accept).toBeEnabled()
    await user.click(accept)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(terms()).toBeChecked()
  })

  test('terms that fail to load cannot be accepted, and can be retried', async () => {
    mockEndpoint(
      legalEndpoints.current,
      new ApiError('invalid', { msg: 'Error server al obtener el texto legal' }),
    )
    const { user } = await runForm()
    expect(await screen.findByText('Error server al obtener el texto legal')).toBeVisible()
    expect(terms()).toBeDisabled()
    mockEndpoint(legalEndpoints.current, {
      legalText: { id: 1, text: '<p>x</p>', version: '2', valid_from: '2026-11-01' },
    })
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    await waitFor(() => expect(terms()).toBeEnabled())
  })
})

describe('a failed registration', () => {
  async function failed(error: ApiError) {
    mockEndpoint(registrationEndpoints.register, error)
    const opened = await runForm()
    await fillRest(opened.user)
    await send(opened.user)
    const screen_ = await screen.findByRole('alert')
    return { ...opened, alert: screen_ }
  }

  test('a failed registration shows the server’s reason and returns to the form with its input', async () => {
    const { user, alert } = await failed(new ApiError('documentTaken', { param: 'document_number' }))
    expect(within(alert).getByRole('heading', { level: 1, name: 'Ha ocurrido un error' })).toBeVisible()
    expect(alert).toHaveTextContent('El documento ya se encuentra registrado')
    await waitFor(() => expect(drafts().at(-1)).toMatchObject({ status: 'err_register_final' }))
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    expect(text('Dirección')).toHaveValue('Los Aromos 1240')
    expect(password()).toHaveValue('Cordillera2026')
    expect(screen.getByRole('combobox', { name: 'Comuna' })).toHaveValue('Maipú')
    expect(terms()).toBeChecked()
    mockEndpoint(registrationEndpoints.register, { patient: buildPatient(), application_key: null })
    await send(user)
    expect(await screen.findByText('Registro exitoso')).toBeVisible()
  })

  test('a failed registration shows the server’s errors at their fields', async () => {
    const msg = 'Elige una contraseña menos común'
    const { user, alert } = await failed(
      new ApiError('invalid', { fieldErrors: [{ param: 'password', msg }], msg }),
    )
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    expect(password()).toHaveAccessibleDescription(expect.stringContaining(msg))
    expect(await screen.findByRole('heading', { name: 'Hay 1 dato por corregir' })).toBeVisible()
  })

  test('a failed registration asks for the terms again when a new version came into force', async () => {
    const msg = 'Los términos y condiciones cambiaron. Revísalos y acéptalos nuevamente'
    const { user, alert } = await failed(
      new ApiError('invalid', { fieldErrors: [{ param: 'terms_version', msg }], msg }),
    )
    mockEndpoint(legalEndpoints.current, {
      legalText: { id: 2, text: '<p>Otras.</p>', version: '2026-12', valid_from: '2026-12-01' },
    })
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    await waitFor(() => expect(terms()).not.toBeChecked())
    await waitFor(() => expect(requestsTo(legalEndpoints.current).length).toBeGreaterThan(0))
    mockEndpoint(registrationEndpoints.register, { patient: buildPatient(), application_key: null })
    await user.click(terms())
    await send(user)
    await screen.findByText('Registro exitoso')
    expect(sentForm().get('terms_version')).toBe('2026-12')
  })

  test('a failed registration with an expired proof of identity links to a new check', async () => {
    const { user, alert, path } = await failed(new ApiError('identityNotProven', { param: 'solem' }))
    await user.click(within(alert).getByRole('link', { name: 'Validar mi identidad' }))
    await waitFor(() => expect(path()).toBe('/registrar'))
    expect(JSON.parse(localStorage.getItem('formData') ?? '{}')).toMatchObject({ code: null })
  })
})

test('a step back and forth preserves the input', async () => {
  const { user, path, go } = await runForm()
  await write(user, text('Dirección'), 'Los Aromos 1240')
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  await waitFor(() => expect(path()).toBe('/registrar'))
  await go('/registrar/run')
  await waitFor(() => expect(text('Dirección')).toHaveValue('Los Aromos 1240'))
})

const photo = (name: string) => new File([new Uint8Array(900)], name, { type: 'image/jpeg' })

async function openPassportForm(overrides: object = {}) {
  carry({ ...passport, ...overrides })
  const opened = await renderPage('/registrar/pasaporte')
  await addPhotos(opened.user)
  await opened.user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  await screen.findByRole('textbox', { name: 'Pasaporte' })
  return opened
}

async function addPhotos(user: Person) {
  await user.upload(
    await screen.findByLabelText('Fotografía de tu pasaporte', { selector: 'input' }),
    photo('p.jpg'),
  )
  await user.upload(
    screen.getByLabelText('Fotografía de ti con tu pasaporte', { selector: 'input' }),
    photo('yo.jpg'),
  )
  await screen.findByRole('img', { name: 'Fotografía de ti con tu pasaporte, elegida' })
}

describe('a passport', () => {
  test('a passport first needs both photos, each with an example', async () => {
    carry(passport)
    const { user } = await renderPage('/registrar/pasaporte')
    await screen.findByRole('heading', { level: 2, name: 'Fotografía de tu pasaporte' })
    expect(screen.getAllByRole('img', { name: /^Ejemplo:/ })).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
    expect(screen.getByText('Selecciona Fotografía de tu pasaporte')).toBeVisible()
    expect(screen.getByText('Selecciona Fotografía de ti con tu pasaporte')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Elegir archivo: Fotografía de tu pasaporte' })).toHaveFocus()
    await addPhotos(user)
    expect(screen.queryByText('Selecciona Fotografía de tu pasaporte')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
    expect(await screen.findByRole('textbox', { name: 'Pasaporte' })).toHaveValue('P7654321 (Perú)')
  })

  test('a registration with a passport does not call the civil registry, sends both photos, and says how long the validation takes', async () => {
    mockEndpoint(registrationEndpoints.register, {
      patient: buildPatient({ status: 3, document_type_id: 2 }),
      application_key: applicationKey,
    })
    const { user } = await openPassportForm()
    await write(user, text('Nombres'), 'John Edward')
    await write(user, text('Primer apellido'), 'Smith')
    await write(user, text('Fecha de nacimiento'), '08/08/1984')
    await fillRest(user)
    await send(user)
    expect(await screen.findByText(/en un plazo de 48 horas hábiles/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'VER MI REGISTRO' })).toHaveAttribute(
      'href',
      `/registro/${applicationKey}`,
    )
    const form = sentForm()
    expect(form.get('file_passport')).toMatchObject({ name: 'p.jpg' })
    expect(form.get('file_passport_patient')).toMatchObject({ name: 'yo.jpg' })
    expect(form.get('document_type_id')).toBe('2')
    expect(form.get('document_country')).toBe('PE')
    expect(form.has('solem')).toBe(false)
    expect(requestsTo(identityEndpoints.info)).toEqual([])
  })
})

describe('a run that staff validate', () => {
  const cards = [
    'Fotografía del frente de tu cédula',
    'Fotografía del reverso de tu cédula',
    'Fotografía de tu cara',
  ]

  test('the three photos are sent with the form, and the civil registry is not called', async () => {
    mockEndpoint(registrationEndpoints.register, {
      patient: buildPatient({ status: 3 }),
      application_key: applicationKey,
    })
    carry({ solem: undefined })
    const { user } = await renderPage('/registrar/run')
    await screen.findByRole('heading', { level: 2, name: cards[0] })
    for (const [index, card] of cards.entries())
      await user.upload(screen.getByLabelText(card, { selector: 'input' }), photo(`${index}.jpg`))
    await screen.findByRole('img', { name: `${cards[2]}, elegida` })
    await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
    await screen.findByRole('textbox', { name: 'RUT' })
    await write(user, text('Nombres'), 'Rosa')
    await write(user, text('Primer apellido'), 'Mena')
    await write(user, text('Fecha de nacimiento'), '05/05/1990')
    await fillRest(user)
    await send(user)
    await screen.findByText('Registro exitoso')
    const form = sentForm()
    for (const [index, name] of ['file_passport', 'file_passport_patient', 'file_selfie'].entries())
      expect(form.get(name)).toMatchObject({ name: `${index}.jpg` })
    expect(requestsTo(identityEndpoints.info)).toEqual([])
  })
})
