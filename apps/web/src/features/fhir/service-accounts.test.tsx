import { type ServiceAccount, serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/admin/cuentas-de-servicio'

function buildAccount(overrides: Partial<ServiceAccount> = {}): ServiceAccount {
  return {
    id: 3,
    name: 'Laboratorio central',
    scopes: ['system/Patient.write', 'system/DiagnosticReport.write'],
    created_at: '2026-11-20T15:30:00Z',
    created_by: 'Rodrigo Sáez',
    last_used_at: null,
    revoked_at: null,
    expires_at: null,
    identifier_systems: [],
    networks: [],
    ...overrides,
  }
}

test('the list of service accounts shows what each may send, its creator, its last use and whether it is active', async () => {
  mockEndpoint(serviceAccountEndpoints.list, {
    accounts: [
      buildAccount(),
      buildAccount({
        id: 2,
        name: 'Agenda antigua',
        last_used_at: '2026-11-20T16:00:00Z',
        revoked_at: '2026-11-21T12:00:00Z',
      }),
    ],
  })
  await renderPage(page, { as: 'superAdmin' })
  const row = within(await screen.findByRole('row', { name: /Laboratorio central/ }))
  for (const words of ['Pacientes, Informes de exámenes', 'Rodrigo Sáez', 'Sin uso', 'Activa'])
    expect(row.getByText(words)).toBeVisible()
  const old = within(screen.getByRole('row', { name: /Agenda antigua/ }))
  expect(old.getByText('Revocada')).toBeVisible()
  expect(old.queryByRole('button')).not.toBeInTheDocument()
})
