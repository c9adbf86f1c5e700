import { staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const open = { locked_at: null, recovery_frozen_at: null, second_factor: false }
const locked = { ...open, locked_at: '2026-11-26T12:30:00.000Z' }

async function openAccount(security: typeof open | typeof locked = open) {
  mockEndpoint(staffAccountEndpoints.state, { security })
  const portal = await renderPage('/admin/usuarios/editar/7', { as: 'admin' })
  const section = await screen.findByRole('region', { name: 'Seguridad de la cuenta' })
  return { ...portal, section: within(section) }
}

test('a lock by staff needs a reason, and sends it', async () => {
  const { user, section } = await openAccount()
  await user.click(await section.findByRole('button', { name: 'Bloquear cuenta' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Bloquear' }))
  expect(await dialog.findByText('Selecciona un motivo')).toBeVisible()
  await user.choose('Motivo', 'La persona lo pidió por teléfono')
  const mailed = [{ channel: 'email' as const, to: 'ca•••••@ejemplo.cl' }]
  mockEndpoint(staffAccountEndpoints.lock, { notified: mailed, not_notified: null })
  mockEndpoint(staffAccountEndpoints.state, { security: locked })
  await user.click(dialog.getByRole('button', { name: 'Bloquear' }))
  expect(await section.findByText(/^Bloqueada desde/)).toBeVisible()
  expect(section.getByText('Avisamos por correo a ca•••••@ejemplo.cl.')).toBeVisible()
  expect(requestsTo(staffAccountEndpoints.lock)).toMatchObject([{ body: { reason: 'asked-by-owner' } }])
})
