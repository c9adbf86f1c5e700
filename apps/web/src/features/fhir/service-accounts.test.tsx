import { Failure } from '@mi-portal/contract/failure'
import { type ServiceAccount, serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'

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
    ...overrides,
  }
}

beforeEach(() => {
  answer(serviceAccountEndpoints.list, { accounts: [buildAccount()] })
})

describe('the accounts of other systems', () => {
  test('say what each may send, who opened it, its last use and whether it lives', async () => {
    answer(serviceAccountEndpoints.list, {
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
    await open(page, { as: 'superAdmin' })
    const row = within(await screen.findByRole('row', { name: /Laboratorio central/ }))
    for (const words of ['Pacientes, Informes de exámenes', 'Rodrigo Sáez', 'Sin uso', 'Activa'])
      expect(row.getByText(words)).toBeVisible()
    const old = within(screen.getByRole('row', { name: /Agenda antigua/ }))
    expect(old.getByText('Revocada')).toBeVisible()
    expect(old.queryByRole('button')).not.toBeInTheDocument()
  })

  test('are opened with a name and what they may send; the secret is shown until it is put away', async () => {
    answer(serviceAccountEndpoints.create, {
      account: buildAccount({ name: 'Agenda' }),
      secret: 'miportal_abc',
    })
    const { user } = await open(page, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: 'CREAR CUENTA' }))
    expect(await screen.findByText('Digita Nombre')).toBeVisible()
    expect(screen.getByText('Selecciona al menos un permiso')).toBeVisible()
    expect(asked(serviceAccountEndpoints.create)).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Agenda')
    await user.click(screen.getByRole('checkbox', { name: 'Horas' }))
    await user.click(screen.getByRole('checkbox', { name: 'Pacientes' }))
    await user.click(screen.getByRole('button', { name: 'CREAR CUENTA' }))
    expect(await screen.findByText('miportal_abc')).toBeVisible()
    expect(screen.getByText('Cópiala ahora: no se volverá a mostrar.')).toBeVisible()
    expect(asked(serviceAccountEndpoints.create)[0]?.body).toEqual({
      name: 'Agenda',
      scopes: ['system/Appointment.write', 'system/Patient.write'],
    })
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Ya la guardé' }))
    expect(screen.queryByText('miportal_abc')).not.toBeInTheDocument()
  })

  test('keep what was typed when the server does not answer', async () => {
    answer(
      serviceAccountEndpoints.create,
      Failure.fromWire(503, null, 'Error server al crear la cuenta de servicio'),
    )
    const { user } = await open(page, { as: 'superAdmin' })
    await user.type(await screen.findByRole('textbox', { name: 'Nombre' }), 'Agenda')
    await user.click(screen.getByRole('checkbox', { name: 'Horas' }))
    await user.click(screen.getByRole('button', { name: 'CREAR CUENTA' }))
    expect(await screen.findByText('Error server al crear la cuenta de servicio')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Agenda')
    expect(screen.getByRole('checkbox', { name: 'Horas' })).toBeChecked()
  })

  test('are revoked after a question', async () => {
    answer(serviceAccountEndpoints.revoke, {})
    const { user } = await open(page, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: 'Revocar Laboratorio central' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Revocar Laboratorio central?' }))
    expect(asked(serviceAccountEndpoints.revoke)).toEqual([])
    answer(serviceAccountEndpoints.list, { accounts: [buildAccount({ revoked_at: '2026-11-21T12:00:00Z' })] })
    await user.click(dialog.getByRole('button', { name: 'Revocar' }))
    expect(await screen.findByText('Revocada')).toBeVisible()
    await waitFor(() => expect(asked(serviceAccountEndpoints.revoke)).toHaveLength(1))
  })

  test('that are none yet are said so, and a list that does not come can be asked for again', async () => {
    answer(
      serviceAccountEndpoints.list,
      Failure.fromWire(500, null, 'Error server al obtener las cuentas de servicio'),
    )
    const { user } = await open(page, { as: 'superAdmin' })
    expect(await screen.findByText('Error server al obtener las cuentas de servicio')).toBeVisible()
    answer(serviceAccountEndpoints.list, { accounts: [] })
    await user.click(screen.getByRole('button', { name: /intentar/i }))
    expect(await screen.findByText('Aún no hay cuentas de servicio')).toBeVisible()
  })

  test('are no administrator’s to see', async () => {
    const { path } = await open(page, { as: 'admin' })
    await waitFor(() => expect(path()).toBe('/admin/usuarios'))
  })
})
