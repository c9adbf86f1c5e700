import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { screen } from '@testing-library/react'
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

test('the identity mode is chosen, and a mode without its prerequisites is rejected at the choice with the remedy', async () => {
  const msg = 'Falta un registro de personas: impórtalo'
  mockEndpoint(installationEndpoints.chooseIdentity, new ApiError('invalid', { param: 'mode', msg }))
  const { user } = await renderPage(page, { as: 'superAdmin' })
  await user.click(await screen.findByRole('radio', { name: /Preguntas a partir/ }))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText(msg)).toBeVisible()
  expect(screen.getByRole('radio', { name: /Preguntas a partir/ })).toBeChecked()
  expect(requestsTo(installationEndpoints.chooseIdentity)[0]?.body).toEqual({ mode: 'embedded' })
  mockEndpoint(installationEndpoints.chooseIdentity, { identity: { ...state.identity, chosen: 'staff' } })
  await user.click(screen.getByRole('radio', { name: /El personal valida/ }))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('La elección quedó guardada')).toBeVisible()
  expect(requestsTo(installationEndpoints.chooseIdentity)[0]?.body).toEqual({ mode: 'staff' })
  const proposed = { mode: 'oidc' as const, by: 'Ana Soto', effective_at: null }
  const identity = { ...state.identity, proposed }
  mockEndpoint(installationEndpoints.chooseIdentity, { identity })
  mockEndpoint(installationEndpoints.state, { ...state, identity })
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(
    await screen.findByText(
      /Ana Soto pidió cambiar a «Un proveedor de identidad externo»\. Rige cuando otra/,
    ),
  ).toBeVisible()
  expect(screen.queryByText('La elección quedó guardada')).not.toBeInTheDocument()
})
