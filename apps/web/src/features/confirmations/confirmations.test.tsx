import { ApiError } from '@mi-portal/contract/api-error'
import { type Confirmation, confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const change: Confirmation = {
  id: 5,
  kind: 'second-factor-reset',
  subject: { id: 7, full_name: 'Camila Andrea Rojas Soto', document: '12.345.678-5' },
  requested_by: 'Andrea Paz',
  requested_at: '2026-11-26T12:30:00.000Z',
  state: 'pendiente',
  decided_by: null,
  decided_at: null,
  may_confirm: true,
  may_reject: true,
}

async function openList(changes: Confirmation[]) {
  mockEndpoint(confirmationEndpoints.list, {
    confirmations: changes,
    total: changes.length,
    page: 1,
    limit: 10,
  })
  return renderPortal('/admin/por-confirmar', { as: 'admin' })
}

test('a change is confirmed after its effect was shown', async () => {
  const { user } = await openList([change])
  expect(await screen.findByText('Quitar el segundo factor')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Confirmar' }))
  const dialog = within(await screen.findByRole('dialog', { name: /¿Confirmar «Quitar el segundo factor»/ }))
  expect(dialog.getByText(/Su cuenta dejará de pedir un código/)).toBeVisible()
  mockEndpoint(confirmationEndpoints.confirm, {})
  mockEndpoint(confirmationEndpoints.list, { confirmations: [], total: 0, page: 1, limit: 10 })
  await user.click(dialog.getByRole('button', { name: 'Confirmar' }))
  expect(await screen.findByText('No hay cambios por confirmar')).toBeVisible()
  expect(requestsTo(confirmationEndpoints.confirm)).toHaveLength(1)
})

test('the member of staff who requested a change can only withdraw it', async () => {
  const { user } = await openList([{ ...change, may_confirm: false }])
  const button = await screen.findByRole('button', { name: 'Retirar' })
  expect(screen.queryByRole('button', { name: 'Confirmar' })).not.toBeInTheDocument()
  await user.click(button)
  mockEndpoint(confirmationEndpoints.reject, {})
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retirar' }))
  await screen.findByRole('heading', { name: 'Por confirmar' })
  expect(requestsTo(confirmationEndpoints.reject)).toHaveLength(1)
})

test('a decision that comes too late shows the reason', async () => {
  const { user } = await openList([change])
  await user.click(await screen.findByRole('button', { name: 'Rechazar' }))
  mockEndpoint(confirmationEndpoints.reject, new ApiError('decidedAlready'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Rechazar' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Esta solicitud ya fue resuelta')
})

test('decided changes name who decided', async () => {
  const { user } = await openList([])
  expect(await screen.findByText('No hay cambios por confirmar')).toBeVisible()
  mockEndpoint(confirmationEndpoints.list, {
    confirmations: [
      {
        ...change,
        state: 'confirmada',
        decided_by: 'Luis Vega',
        decided_at: '2026-11-26T13:00:00.000Z',
        may_confirm: false,
        may_reject: false,
      },
    ],
    total: 1,
    page: 1,
    limit: 10,
  })
  await user.click(screen.getByRole('tab', { name: 'Resueltas' }))
  expect(await screen.findByText(/Luis Vega/)).toBeVisible()
  expect(screen.getByText('Confirmada')).toBeVisible()
})

test('a list that does not load can be tried again', async () => {
  mockEndpoint(confirmationEndpoints.list, new ApiError('unavailable'))
  await renderPortal('/admin/por-confirmar', { as: 'admin' })
  expect(await screen.findByRole('button', { name: /reintentar/i }, { timeout: 4000 })).toBeVisible()
})
