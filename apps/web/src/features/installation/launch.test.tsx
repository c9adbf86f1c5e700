import { ApiError } from '@mi-portal/contract/api-error'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import type { Reply } from '@mi-portal/contract/endpoint'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const page = '/admin/puesta-en-marcha'

const state: Reply<typeof installationEndpoints.state> = {
  missing: [
    { code: 'noSites', text: 'No hay sedes.', remedy: 'Sube el paquete de la clínica.' },
    { code: 'noScanner', text: 'Los archivos no se revisan.', remedy: 'Define SCANNER_URL.' },
  ],
  identity: {
    mode: 'staff',
    chosen: null,
    set_by_environment: false,
    options: [
      { mode: 'embedded', unavailable: 'Falta un registro de personas' },
      { mode: 'oidc', unavailable: null },
      { mode: 'staff', unavailable: null },
    ],
  },
  mail: { has_server: true },
  backup: { last_at: null },
  connection: { public_url: 'https://portal.clinica.cl', is_encrypted: true },
}

const site = { part: 'sites', rows: 0, published: null, draft: null } as const

beforeEach(() => {
  mockEndpoint(installationEndpoints.state, state)
  mockEndpoint(clinicAdministrationEndpoints.parts, { parts: [site] })
})

test('the page lists what is missing, each with its remedy and a link to where it is fixed', async () => {
  await renderPortal(page, { as: 'superAdmin' })
  expect(await screen.findByText('Falta para abrir')).toBeVisible()
  expect(screen.getByText(/No hay sedes. Sube el paquete de la clínica./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a «Clínica»' })).toHaveAttribute('href', `${page}#clinica`)
  expect(screen.getByText('Todavía ninguna')).toBeVisible()
  expect(screen.getByText('cifrada (https)')).toBeVisible()
})

test('the page says so when nothing is missing', async () => {
  mockEndpoint(installationEndpoints.state, { ...state, missing: [] })
  await renderPortal(page, { as: 'superAdmin' })
  expect(await screen.findByText('No falta nada para abrir el portal a los pacientes')).toBeVisible()
})

test('a link from the list moves the focus to its section', async () => {
  await renderPortal(`${page}#correo`, { as: 'superAdmin' })
  expect(await screen.findByRole('heading', { name: 'Correo' })).toHaveFocus()
})

test('the state of the installation that fails to load can be retried', async () => {
  mockEndpoint(installationEndpoints.state, new ApiError('unavailable', { fieldErrors: [] }))
  await renderPortal(page, { as: 'superAdmin' })
  expect(await screen.findByText('Error server al obtener el estado del portal')).toBeVisible()
  expect(screen.getByRole('button', { name: 'REINTENTAR' })).toBeVisible()
})

test('an administrator cannot open the page', async () => {
  const { path } = await renderPortal(page, { as: 'admin' })
  expect(path()).not.toContain('puesta-en-marcha')
})

test('a package with errors lists each with its place and remedy, and nothing is stored', async () => {
  const problem = { file: 'exams.csv', line: 12, field: 'sites', message: 'No existe', remedy: 'Agrégalo' }
  mockEndpoint(clinicAdministrationEndpoints.uploadPackage, { errors: [problem] })
  const { user } = await renderPortal(page, { as: 'superAdmin' })
  await user.upload(await screen.findByLabelText('Paquete ZIP'), new File(['zip'], 'clinica.zip'))
  expect(await screen.findByText('El paquete tiene errores y no se guardó nada')).toBeVisible()
  expect(screen.getByText('exams.csv, línea 12, sites:')).toBeVisible()
})

test('a new package is made from a few answers, and its changes can be published', async () => {
  mockEndpoint(clinicAdministrationEndpoints.newPackage, {})
  mockEndpoint(clinicAdministrationEndpoints.changes, {
    changes: [{ part: 'sites', added: ['CENTRO'], changed: [], retired: [] }],
    errors: [],
  })
  const { user } = await renderPortal(page, { as: 'superAdmin' })
  await user.click(await screen.findByRole('button', { name: 'Crear un paquete nuevo' }))
  const form = screen.getByRole('form', { name: 'Paquete nuevo' })
  const type = (name: string, text: string) => user.type(within(form).getByRole('textbox', { name }), text)
  await user.click(within(form).getByRole('button', { name: 'CREAR PAQUETE' }))
  expect(await within(form).findByText('Hay 7 datos por corregir')).toBeVisible()
  await type('Nombre de la clínica', 'Clínica del Sol')
  await type('Correo de atención a pacientes', 'hola@sol.cl')
  await type('Teléfono de la mesa central', '2 2345 6789')
  await type('Nombre de la primera sede', 'Centro')
  await type('Dirección de la sede', 'Calle Uno 123')
  await type('Código de la comuna de la sede', '13123')
  await type('Primera fecha de los resultados que se muestran', '01012026')
  const draft = { author: 'Rodrigo', at: '2026-11-25T15:00:00.000Z' }
  mockEndpoint(clinicAdministrationEndpoints.parts, { parts: [{ ...site, draft }] })
  await user.click(within(form).getByRole('button', { name: 'CREAR PAQUETE' }))
  expect(await screen.findByText('El paquete nuevo quedó en el borrador')).toBeVisible()
  expect(await screen.findByText(/1 nuevo \(CENTRO\)/)).toBeVisible()
  expect(requestsTo(clinicAdministrationEndpoints.newPackage)[0]?.body).toEqual({
    brand: 'Clínica del Sol',
    product: 'Mi Portal',
    email: 'hola@sol.cl',
    phone: '2 2345 6789',
    site: 'Centro',
    address: 'Calle Uno 123',
    commune: 13123,
    results_from: '2026-01-01',
  })
})

test('the answer of the server about a field of a new package is shown at the field, and what was typed stays', async () => {
  mockEndpoint(
    clinicAdministrationEndpoints.newPackage,
    new ApiError('invalid', { param: 'phone', msg: 'Escribe otro teléfono' }),
  )
  const { user } = await renderPortal(page, { as: 'superAdmin' })
  await user.click(await screen.findByRole('button', { name: 'Crear un paquete nuevo' }))
  for (const [name, text] of [
    ['Nombre de la clínica', 'Clínica del Sol'],
    ['Correo de atención a pacientes', 'hola@sol.cl'],
    ['Teléfono de la mesa central', '2 2345 6789'],
    ['Nombre de la primera sede', 'Centro'],
    ['Dirección de la sede', 'Calle Uno 123'],
    ['Código de la comuna de la sede', '13123'],
    ['Primera fecha de los resultados que se muestran', '01012026'],
  ] as const)
    await user.type(screen.getByRole('textbox', { name }), text)
  await user.click(screen.getByRole('button', { name: 'CREAR PAQUETE' }))
  expect(await screen.findByRole('textbox', { name: 'Teléfono de la mesa central' })).toBeInvalid()
  expect(screen.getByRole('textbox', { name: 'Nombre de la clínica' })).toHaveValue('Clínica del Sol')
})

test.each([
  [{ result: 'sent', reason: null }, 'El servidor de correo aceptó el mensaje para rodrigo@ejemplo.cl'],
  [{ result: 'noServer', reason: null }, 'No hay un servidor de correo configurado'],
  [{ result: 'refused', reason: '550 no' }, 'El servidor de correo rechazó el mensaje'],
  [
    { result: 'unreachable', reason: 'connect ECONNREFUSED' },
    'El servidor de correo no responde, o no acepta el usuario y la contraseña',
  ],
] as const)('the result %o of a test mail is shown', async (outcome, words) => {
  mockEndpoint(installationEndpoints.sendTestMail, { recipient: 'rodrigo@ejemplo.cl', ...outcome })
  const { user } = await renderPortal(page, { as: 'superAdmin' })
  await user.click(await screen.findByRole('button', { name: 'Enviarme un correo de prueba' }))
  expect(await screen.findByText(words)).toBeVisible()
  if (outcome.reason !== null) expect(screen.getByText(outcome.reason)).toBeVisible()
})

test('the identity mode is chosen, and a mode without its prerequisites is rejected at the choice with the remedy', async () => {
  const msg = 'Falta un registro de personas: impórtalo'
  mockEndpoint(installationEndpoints.chooseIdentity, new ApiError('invalid', { param: 'mode', msg }))
  const { user } = await renderPortal(page, { as: 'superAdmin' })
  await user.click(await screen.findByRole('radio', { name: /Preguntas a partir/ }))
  await user.click(screen.getByRole('button', { name: 'GUARDAR' }))
  expect(await screen.findByText(msg)).toBeVisible()
  expect(screen.getByRole('radio', { name: /Preguntas a partir/ })).toBeChecked()
  expect(requestsTo(installationEndpoints.chooseIdentity)[0]?.body).toEqual({ mode: 'embedded' })
  mockEndpoint(installationEndpoints.chooseIdentity, { identity: { ...state.identity, chosen: 'staff' } })
  await user.click(screen.getByRole('radio', { name: /El personal valida/ }))
  await user.click(screen.getByRole('button', { name: 'GUARDAR' }))
  expect(await screen.findByText('La elección quedó guardada')).toBeVisible()
  expect(requestsTo(installationEndpoints.chooseIdentity)[0]?.body).toEqual({ mode: 'staff' })
})

test('an identity mode that the environment sets is shown and cannot be changed', async () => {
  const identity = { ...state.identity, mode: 'oidc' as const, set_by_environment: true }
  mockEndpoint(installationEndpoints.state, { ...state, identity })
  await renderPortal(page, { as: 'superAdmin' })
  expect(await screen.findByText(/Está fijado por IDENTITY_CHECK/)).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
})
