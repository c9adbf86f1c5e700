import { ApiError } from '@mi-portal/contract/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

type Person = Awaited<ReturnType<typeof renderPortal>>['user']

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
  mockEndpoint(catalogueEndpoints.nationalities, {
    nationalities: [{ id: 1, name: 'Chilena' }],
  })
  mockEndpoint(catalogueEndpoints.forecasts, {
    forecasts: [
      { id: 1, nombre: 'Fonasa Tramo A', status: 0 },
      { id: 5, nombre: 'Fonasa', status: 1 },
    ],
  })
  mockEndpoint(catalogueEndpoints.genders, { genders: [{ id: 1, name: 'Femenino' }] })
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
  const opened = await renderPortal('/registrar/run')
  await waitFor(() => expect(text('Nombres')).toHaveValue('Antonia Isabel'))
  return opened
}

/** Opens the form when the civil registry did not answer: names and birth date are typed. */
async function typedRunForm() {
  mockEndpoint(identityEndpoints.info, new ApiError('forbidden', { msg: 'Error server al obtener nombres' }))
  carry()
  const opened = await renderPortal('/registrar/run')
  await screen.findByText('Error server al obtener nombres')
  await write(opened.user, text('Nombres'), 'Antonia Isabel')
  await write(opened.user, text('Segundo apellido (opcional)'), 'Fuentes')
  await write(opened.user, text('Fecha de nacimiento'), '14/03/1987')
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
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { user } = await runForm()
  expect(isAsked()).toBe(false)
  await write(user, text('Dirección'), 'Los Aromos 1240')
  expect(isAsked()).toBe(true)
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
      const { path } = await renderPortal(address)
      await waitFor(() => expect(path()).toBe('/registrar'))
    },
  )
})

describe('the run’s form', () => {
  test('the run form has the names and the birth date of the civil registry, first surname first', async () => {
    await runForm()
    expect(text('Primer apellido')).toHaveValue('Reyes')
    expect(text('Segundo apellido (opcional)')).toHaveValue('del Río Fuentes')
    expect(text('Fecha de nacimiento')).toHaveValue('14/03/1987')
    expect(text('E-mail')).toHaveValue('antonia@ejemplo.cl')
    expect(text('Teléfono')).toHaveValue('912345678')
    expect(requestsTo(identityEndpoints.info)[0]?.params).toEqual({ rut: '167890121' })
    expect(requestsTo(identityEndpoints.info)[0]?.headers.get('x-identity')).toBe(solem)
  })

  test('the run form shows the run as read-only', async () => {
    await runForm()
    expect(text('RUT')).toHaveValue('16789012-1')
    expect(text('RUT')).toHaveAttribute('readonly')
  })

  test('the run form says when the registry did not answer, and the names can be typed', async () => {
    mockEndpoint(
      identityEndpoints.info,
      new ApiError('forbidden', { msg: 'Error server al obtener nombres' }),
    )
    carry()
    const { user } = await renderPortal('/registrar/run')
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

  test('a registered account that staff have to validate shows how long that takes', async () => {
    mockEndpoint(registrationEndpoints.register, {
      patient: buildPatient({ status: 3 }),
      application_key: applicationKey,
    })
    const { user } = await runForm()
    await fillRest(user)
    await send(user)
    expect(await screen.findByText(/en un plazo de 48 horas hábiles/)).toBeVisible()
  })

  test('the outcome of a registration is not shown before 0.8 seconds have passed', async () => {
    const { user } = await runForm()
    await fillRest(user)
    const began = performance.now()
    await send(user)
    await waitFor(() => expect(requestsTo(registrationEndpoints.register)).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'REGISTRARME' })).toBeDisabled()
    await screen.findByText('Registro exitoso')
    expect(performance.now() - began).toBeGreaterThan(790)
  })

  test('the run form offers no hidden insurers', async () => {
    const { user } = await runForm()
    const box = screen.getByRole('combobox', { name: 'Previsión' })
    await waitFor(() => expect(box).toBeEnabled())
    await user.click(box)
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Fonasa'])
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
    expect(within(summary).getByRole('heading', { name: 'Hay 14 datos por corregir' })).toBeVisible()
    const messages = [
      'Digita Nombre',
      'Digita Primer apellido',
      'Selecciona Fecha de nacimiento',
      'Selecciona Nacionalidad',
      'Selecciona Previsión',
      'Selecciona Género',
      'Digita E-mail',
      'Digita Teléfono',
      'Digita Dirección',
      'Selecciona Región',
      'Selecciona Provincia',
      'Selecciona Comuna',
      'Digita Contraseña',
      'Acepta términos y condiciones',
    ]
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(messages)
    for (const message of messages) expect(screen.getAllByText(message)).toHaveLength(2)
    const sections = screen.getByRole('navigation', { name: 'Secciones del formulario' })
    expect(within(sections).getByRole('link', { name: /Datos personales/ })).toHaveTextContent(
      '6 datos por corregir',
    )
    await user.click(within(summary).getByRole('link', { name: 'Digita Dirección' }))
    expect(text('Dirección')).toHaveFocus()
    expect(requestsTo(registrationEndpoints.register)).toEqual([])
  })

  test.each([
    ['E-mail', 'antonia@', 'Digita E-mail válido'],
    ['Teléfono', '12345678', 'Digita Teléfono válido'],
    ['Nombres', '   ', 'Digita Nombre'],
  ])('the field %s with «%s» shows «%s» until it is valid', async (label, typed, message) => {
    // The names of a RUN come from the registry, so they are typed only for a passport.
    const { user } = await (label === 'Nombres' ? openPassportForm() : runForm())
    await write(user, text(label), typed)
    await send(user)
    await screen.findByRole('alert')
    expect(text(label)).toHaveAccessibleDescription(expect.stringContaining(message))
    await write(
      user,
      text(label),
      label === 'E-mail' ? 'a@ejemplo.cl' : label === 'Nombres' ? 'Ana' : '987654321',
    )
    await waitFor(() => expect(text(label)).toBeValid())
  })

  test.each([
    ['corta1A', 'Digita mínimo 8 caracteres'],
    ['sinmayuscula1', 'Digita Contraseña válida'],
    ['SINMINUSCULA1', 'Digita Contraseña válida'],
    ['SinNumero', 'Digita Contraseña válida'],
  ])('the password «%s» shows «%s»', async (typed, message) => {
    const { user } = await runForm()
    await write(user, password(), typed)
    await write(user, confirmation(), typed)
    await send(user)
    await screen.findByRole('alert')
    expect(password()).toHaveAccessibleDescription(expect.stringContaining(message))
  })

  test('different passwords show an error at the second field, even when the first changes later', async () => {
    const { user } = await runForm()
    await fillRest(user)
    await write(user, confirmation(), 'Cordillera2027')
    await send(user)
    await screen.findByRole('alert')
    expect(confirmation()).toHaveAccessibleDescription('Las contraseñas no coinciden')
    await write(user, password(), 'Cordillera2027')
    await waitFor(() => expect(confirmation()).toBeValid())
  })

  test('the second surname alone is enough', async () => {
    const { user } = await typedRunForm()
    await fillRest(user)
    await send(user)
    expect(await screen.findByText('Registro exitoso')).toBeVisible()
    expect(sentForm().get('last_name')).toBe('')
  })

  test('the form shows which rules a password meets while it is typed', async () => {
    const { user } = await runForm()
    await write(user, password(), 'portal2026')
    const rules = screen.getByText('1 mayúscula').closest('ul')
    expect(rules).toHaveTextContent(
      'Mínimo 8 caracteres(cumplido)1 mayúscula(falta)1 minúscula(cumplido)1 número(cumplido)',
    )
  })

  test('a complete section of the form says so', async () => {
    const { user } = await runForm()
    const sections = screen.getByRole('navigation', { name: 'Secciones del formulario' })
    const account = within(sections).getByRole('link', { name: /Datos de la cuenta/ })
    expect(account).toHaveAccessibleName('Datos de la cuenta')
    await write(user, password(), 'Cordillera2026')
    await write(user, confirmation(), 'Cordillera2026')
    expect(account).toHaveAccessibleName('Datos de la cuenta (completa)')
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

  test('a birth date that is no longer valid is not sent', async () => {
    const { user } = await openPassportForm()
    await write(user, text('Fecha de nacimiento'), '14/03/1987')
    await user.type(text('Fecha de nacimiento'), '{Backspace}')
    await send(user)
    await screen.findByRole('alert')
    expect(screen.getAllByText('Selecciona Fecha de nacimiento')).toHaveLength(2)
  })

  test('the calendar of the birth date opens in Spanish at January 2000', async () => {
    const { user } = await openPassportForm()
    await user.click(screen.getByRole('button', { name: 'Abrir calendario' }))
    expect(await screen.findByText(/^enero 2000$/i)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '9 enero 2000' }))
    expect(text('Fecha de nacimiento')).toHaveValue('09/01/2000')
    await waitFor(() => expect(screen.queryByText(/^enero 2000$/i)).not.toBeInTheDocument())
  })

  test('the calendar of the birth date does not cover the next field while it is typed', async () => {
    const { user } = await openPassportForm()
    await write(user, text('Fecha de nacimiento'), '14/03/1987')
    expect(screen.queryByText(/^marzo 1987$/i)).not.toBeInTheDocument()
  })

  test('the birth date of a minor shows what that means', async () => {
    mockEndpoint(registrationEndpoints.age, {
      is_minor: true,
      msg: 'Un adulto responsable debe acompañarte.',
    })
    const { user } = await openPassportForm()
    await write(user, text('Fecha de nacimiento'), '14/03/2015')
    const dialog = await screen.findByRole('dialog', { name: 'Información importante' })
    expect(dialog).toHaveTextContent('Un adulto responsable debe acompañarte.')
    expect(requestsTo(registrationEndpoints.age).at(-1)?.params).toEqual({ date: '2015-03-14' })
    await user.click(within(dialog).getByRole('button', { name: 'Entendido' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(text('Fecha de nacimiento')).toHaveValue('14/03/2015')
  })
})

describe('region, province and commune', () => {
  test('province and commune are disabled until the previous one is chosen, and say so', async () => {
    await runForm()
    const box = (name: string) => screen.getByRole('combobox', { name })
    await waitFor(() => expect(box('Región')).toBeEnabled())
    expect(box('Provincia')).toBeDisabled()
    expect(box('Provincia')).toHaveAccessibleDescription('Elige primero la región')
    expect(box('Comuna')).toBeDisabled()
    expect(box('Comuna')).toHaveAccessibleDescription('Elige primero la provincia')
  })

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

  test('provinces that fail to load show the error in their place, and can be retried', async () => {
    mockEndpoint(
      catalogueEndpoints.cities,
      new ApiError('invalid', { msg: 'Error server al obtener provincias' }),
    )
    const { user } = await runForm()
    await choose(user, 'Región', 'Metropolitana')
    const alert = await screen.findByText('Error server al obtener provincias')
    mockEndpoint(catalogueEndpoints.cities, { cities: [{ id: 131, name: 'Santiago' }] })
    const notice = alert.closest('[role=alert]')
    if (!(notice instanceof HTMLElement)) throw new Error('no notice')
    await user.click(within(notice).getByRole('button', { name: 'REINTENTAR' }))
    await choose(user, 'Provincia', 'Santiago')
    expect(screen.getByRole('combobox', { name: 'Región' })).toHaveValue('Metropolitana')
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

  test('a photo of another format is rejected, and the previous one stays', async () => {
    const { user } = await runForm()
    await user.upload(input(), picture())
    await screen.findByRole('img', { name: 'Tu fotografía' })
    input().accept = ''
    await user.upload(input(), picture('image/gif'))
    expect(await screen.findByText('Selecciona formato png o jpg')).toBeVisible()
    expect(screen.getByRole('img', { name: 'Tu fotografía' })).toBeVisible()
  })
})

describe('the terms', () => {
  test('the terms link to their PDF and to the privacy notice in other tabs, and the notice can be accepted later', async () => {
    await runForm()
    const pdf = screen.getByRole('link', { name: 'términos y condiciones' })
    expect(pdf).toHaveAttribute('href', '/api/legals/texts/terms/pdf')
    expect(pdf).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('link', { name: 'aviso de privacidad' })).toHaveAttribute('href', '/privacidad')
    expect(
      screen.getByRole('checkbox', { name: 'Leí y acepto el aviso de privacidad (puedes hacerlo después)' }),
    ).not.toBeChecked()
  })

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

  test('the terms closed without accepting stay unaccepted', async () => {
    const { user } = await runForm()
    await user.click(screen.getByRole('button', { name: 'Leer en pantalla' }))
    const dialog = await screen.findByRole('dialog', { name: 'Términos y condiciones' })
    await user.click(within(dialog).getByRole('checkbox'))
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(terms()).not.toBeChecked()
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

  test('a failed registration without a reason says that it was not possible', async () => {
    const { alert } = await failed(ApiError.fromWire(0, undefined, ''))
    expect(alert).toHaveTextContent('No ha sido posible completar el registro')
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
  const opened = await renderPortal('/registrar/pasaporte')
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
    const { user } = await renderPortal('/registrar/pasaporte')
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

  test('a rejected photo of a passport returns to the photos', async () => {
    const msg = 'Selecciona formato png o jpg'
    mockEndpoint(
      registrationEndpoints.register,
      new ApiError('invalid', { fieldErrors: [{ param: 'file_passport', msg }], msg }),
    )
    const { user } = await openPassportForm()
    await write(user, text('Nombres'), 'John Edward')
    await write(user, text('Primer apellido'), 'Smith')
    await write(user, text('Fecha de nacimiento'), '08/08/1984')
    await fillRest(user)
    await send(user)
    await user.click(await screen.findByRole('button', { name: 'REINTENTAR' }))
    const card = screen.getByRole('region', { name: 'Fotografía de tu pasaporte' })
    expect(within(card).getByText(msg)).toBeVisible()
  })
})

describe('a run that staff validate', () => {
  const cards = [
    'Fotografía del frente de tu cédula',
    'Fotografía del reverso de tu cédula',
    'Fotografía de tu cara',
  ]

  test('a run without an identity check first needs both sides of the card and the person, each with an example', async () => {
    carry({ solem: undefined })
    const { user } = await renderPortal('/registrar/run')
    await screen.findByRole('heading', { level: 2, name: cards[0] })
    expect(screen.getAllByRole('img', { name: /^Ejemplo:/ })).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
    for (const card of cards) expect(screen.getByText(`Selecciona ${card}`)).toBeVisible()
    expect(screen.getByRole('button', { name: `Elegir archivo: ${cards[0]}` })).toHaveFocus()
  })

  test('the three photos are sent with the form, and the civil registry is not called', async () => {
    mockEndpoint(registrationEndpoints.register, {
      patient: buildPatient({ status: 3 }),
      application_key: applicationKey,
    })
    carry({ solem: undefined })
    const { user } = await renderPortal('/registrar/run')
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

test('a small photo of the document is chosen all the same, with advice how to take a better one', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close: () => undefined }))
  const drawn = {
    drawImage: () => undefined,
    getImageData: () => ({ data: new Uint8ClampedArray(400 * 300 * 4) }),
  }
  const original = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext') ?? {}
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { ...original, value: () => drawn })
  onTestFinished(() => {
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', original)
    vi.unstubAllGlobals()
  })
  carry(passport)
  const { user } = await renderPortal('/registrar/pasaporte')
  await addPhotos(user)
  const card = screen.getByRole('region', { name: 'Fotografía de tu pasaporte' })
  expect(await within(card).findByText('Quizás no podamos usar esta foto')).toBeVisible()
  expect(within(card).getByText(/La foto es muy pequeña/)).toBeVisible()
  expect(within(card).getByText(/La foto está oscura/)).toBeVisible()
  await user.click(within(card).getByRole('button', { name: 'Quitar: Fotografía de tu pasaporte' }))
  expect(within(card).queryByText(/La foto/)).not.toBeInTheDocument()
  await addPhotos(user)
  await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  expect(await screen.findByRole('textbox', { name: 'Pasaporte' })).toBeVisible()
})
