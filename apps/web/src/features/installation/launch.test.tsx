import { ApiError } from '@mi-portal/contract/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import type { Reply } from '@mi-portal/contract/endpoint'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/admin/puesta-en-marcha'

const state: Reply<typeof installationEndpoints.state> = {
  missing: [
    { code: 'noSites', text: 'No hay sedes.', remedy: 'Sube el paquete de la clínica.' },
    { code: 'noScanner', text: 'Los archivos no se revisan.', remedy: 'Define SCANNER_URL.' },
  ],
  identity: {
    mode: 'staff',
    chosen: null,
    proposed: null,
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

test('a new package is made from a few answers, and its changes can be published', async () => {
  mockEndpoint(clinicAdministrationEndpoints.newPackage, {})
  mockEndpoint(catalogueEndpoints.communes, { communes: [{ id: 13123, name: 'Providencia' }] })
  mockEndpoint(clinicAdministrationEndpoints.changes, {
    changes: [{ part: 'sites', added: ['CENTRO'], changed: [], retired: [] }],
    errors: [],
  })
  const { user } = await renderPage(page, { as: 'superAdmin' })
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
  await user.choose('Región', 'Metropolitana')
  await user.choose('Provincia', 'Santiago')
  await user.choose('Comuna', 'Providencia')
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

test('the identity mode is chosen, and a mode without its prerequisites is rejected at the choice with the remedy', async () => {
  const msg = 'Falta un registro de personas: impórtalo'
  mockEndpoint(installationEndpoints.chooseIdentity, new ApiError('invalid', { param: 'mode', msg }))
  const { user } = await renderPage(page, { as: 'superAdmin' })
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
  const proposed = { mode: 'oidc' as const, by: 'Ana Soto', effective_at: null }
  const identity = { ...state.identity, proposed }
  mockEndpoint(installationEndpoints.chooseIdentity, { identity })
  mockEndpoint(installationEndpoints.state, { ...state, identity })
  await user.click(screen.getByRole('button', { name: 'GUARDAR' }))
  expect(
    await screen.findByText(
      /Ana Soto pidió cambiar a «Un proveedor de identidad externo»\. Rige cuando otra/,
    ),
  ).toBeVisible()
  expect(screen.queryByText('La elección quedó guardada')).not.toBeInTheDocument()
})
