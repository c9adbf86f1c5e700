import { ApiError } from '@mi-portal/contract/api-error'
import { type ServiceAccount, serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
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

beforeEach(() => {
  mockEndpoint(serviceAccountEndpoints.list, { accounts: [buildAccount()] })
})

describe('the service accounts', () => {
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

  test('a service account is created with a name and permissions, and its secret is shown until the user closes it', async () => {
    mockEndpoint(serviceAccountEndpoints.create, {
      account: buildAccount({ name: 'Agenda' }),
      secret: 'miportal_abc',
    })
    const { user } = await renderPage(page, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: 'CREAR CUENTA' }))
    expect(await screen.findByText('Digita Nombre')).toBeVisible()
    expect(screen.getByText('Selecciona al menos un permiso')).toBeVisible()
    expect(requestsTo(serviceAccountEndpoints.create)).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Agenda')
    await user.click(screen.getByRole('checkbox', { name: 'Horas' }))
    await user.click(screen.getByRole('checkbox', { name: 'Pacientes' }))
    await user.click(screen.getByRole('button', { name: 'CREAR CUENTA' }))
    expect(await screen.findByText('miportal_abc')).toBeVisible()
    expect(screen.getByText('Cópiala ahora: no se volverá a mostrar.')).toBeVisible()
    expect(requestsTo(serviceAccountEndpoints.create)[0]?.body).toEqual({
      name: 'Agenda',
      scopes: ['system/Appointment.write', 'system/Patient.write'],
      expires_on: null,
      identifier_systems: [],
      networks: [],
    })
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Ya la guardé' }))
    expect(screen.queryByText('miportal_abc')).not.toBeInTheDocument()
  })

  test('the form of a service account offers back what was typed, and neither the form nor its draft holds the secret', async () => {
    mockEndpoint(serviceAccountEndpoints.create, {
      account: buildAccount({ name: 'Agenda' }),
      secret: 'miportal_abc',
    })
    const opened = await renderPage(page, { as: 'superAdmin' })
    const { user } = opened
    await user.type(await screen.findByRole('textbox', { name: 'Nombre' }), 'Agenda')
    await user.click(screen.getByRole('checkbox', { name: 'Horas' }))
    await user.type(screen.getByRole('textbox', { name: /Redes/ }), '10.20.0.0/16')
    expect(isReloadConfirmed()).toBe(true)
    await leaveAndReturn(opened)
    await restoreDraft(user)
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Agenda')
    expect(screen.getByRole('checkbox', { name: 'Horas' })).toBeChecked()
    expect(screen.getByRole('textbox', { name: /Redes/ })).toHaveValue('10.20.0.0/16')
    await user.click(screen.getByRole('button', { name: 'CREAR CUENTA' }))
    expect(await screen.findByText('miportal_abc')).toBeVisible()
    expect(isReloadConfirmed()).toBe(false)
    await leaveAndReturn(opened)
    expect(await screen.findByRole('textbox', { name: 'Nombre' })).toHaveValue('')
    expectNoDraft()
    expect(screen.queryByText('miportal_abc')).not.toBeInTheDocument()
  })

  test('the service account form keeps its input when the server does not answer', async () => {
    mockEndpoint(
      serviceAccountEndpoints.create,
      ApiError.fromWire(503, null, 'Error server al crear la cuenta de servicio'),
    )
    const { user } = await renderPage(page, { as: 'superAdmin' })
    await user.type(await screen.findByRole('textbox', { name: 'Nombre' }), 'Agenda')
    await user.click(screen.getByRole('checkbox', { name: 'Horas' }))
    await user.click(screen.getByRole('button', { name: 'CREAR CUENTA' }))
    expect(await screen.findByText('Error server al crear la cuenta de servicio')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Agenda')
    expect(screen.getByRole('checkbox', { name: 'Horas' })).toBeChecked()
  })

  test('a service account is revoked after a confirmation', async () => {
    mockEndpoint(serviceAccountEndpoints.revoke, {})
    const { user } = await renderPage(page, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: 'Revocar Laboratorio central' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Revocar Laboratorio central?' }))
    expect(requestsTo(serviceAccountEndpoints.revoke)).toEqual([])
    mockEndpoint(serviceAccountEndpoints.list, {
      accounts: [buildAccount({ revoked_at: '2026-11-21T12:00:00Z' })],
    })
    await user.click(dialog.getByRole('button', { name: 'Revocar' }))
    expect(await screen.findByText('Revocada')).toBeVisible()
    await waitFor(() => expect(requestsTo(serviceAccountEndpoints.revoke)).toHaveLength(1))
  })

  test('an empty list of service accounts says so, and a list that fails to load can be retried', async () => {
    mockEndpoint(
      serviceAccountEndpoints.list,
      ApiError.fromWire(500, null, 'Error server al obtener las cuentas de servicio'),
    )
    const { user } = await renderPage(page, { as: 'superAdmin' })
    expect(await screen.findByText('Error server al obtener las cuentas de servicio')).toBeVisible()
    mockEndpoint(serviceAccountEndpoints.list, { accounts: [] })
    await user.click(screen.getByRole('button', { name: /intentar/i }))
    expect(await screen.findByText('Aún no hay cuentas de servicio')).toBeVisible()
  })

  test('administrators cannot open the service accounts', async () => {
    const { path } = await renderPage(page, { as: 'admin' })
    await waitFor(() => expect(path()).toBe('/admin/usuarios'))
  })
})
