import {
  type ChangedValue,
  type Confirmation,
  confirmationEndpoints,
} from '@mi-portal/contract/confirmations'
import { userEndpoints } from '@mi-portal/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const change: Confirmation = {
  id: 5,
  kind: 'second-factor-reset',
  changes: [],
  expires_at: '2026-12-03T12:30:00.000Z',
  rejection_reason: null,
  subject: { id: 7, full_name: 'Camila Andrea Rojas Soto', document: '12.345.678-5' },
  requested_by: 'Andrea Paz',
  requested_at: '2026-11-26T12:30:00.000Z',
  state: 'pendiente',
  decided_by: null,
  decided_at: null,
  effective_at: null,
  may_decide: true,
  not_confirmable: null,
  may_withdraw: false,
}

function openList(one: Confirmation) {
  mockEndpoint(confirmationEndpoints.list, { confirmations: [one], total: 1, page: 1, limit: 10 })
  return renderPage('/admin/por-confirmar', { as: 'admin' })
}

test('the member of staff who requested a change can only withdraw it', async () => {
  const { user } = await openList({ ...change, may_decide: false, may_withdraw: true })
  const button = await screen.findByRole('button', { name: 'Retirar' })
  expect(screen.queryByRole('button', { name: 'Confirmar' })).not.toBeInTheDocument()
  await user.click(button)
  mockEndpoint(confirmationEndpoints.withdraw, {})
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retirar' }))
  await screen.findByRole('heading', { name: 'Por confirmar' })
  expect(requestsTo(confirmationEndpoints.withdraw)).toHaveLength(1)
})

test('a change that the caller may not confirm says who may, and one that no other person can confirm says when it is made', async () => {
  const not_confirmable =
    'No puedes confirmar este cambio. Tu cuenta tiene menos de 7 días. Puede confirmarlo Ana Soto'
  await openList({ ...change, not_confirmable, effective_at: '2026-11-27T12:30:00.000Z' })
  expect(await screen.findByText(not_confirmable)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Rechazar' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirmar' })).not.toBeInTheDocument()
  expect(screen.getByText(/^Se hará .*: no hay otra persona que lo confirme$/)).toBeVisible()
})

test('a change is rejected with a reason, without which nothing is sent', async () => {
  const { user } = await openList(change)
  await user.click(await screen.findByRole('button', { name: 'Rechazar' }))
  const dialog = within(await screen.findByRole('dialog'))
  mockEndpoint(confirmationEndpoints.reject, {})
  await user.click(dialog.getByRole('button', { name: 'Rechazar' }))
  expect(await dialog.findByText('Selecciona un motivo')).toBeVisible()
  expect(requestsTo(confirmationEndpoints.reject)).toEqual([])
  await user.choose('Motivo', 'Falta comprobar quién lo pide')
  await user.click(dialog.getByRole('button', { name: 'Rechazar' }))
  await waitFor(() =>
    expect(requestsTo(confirmationEndpoints.reject)[0]?.body).toEqual({ reason: 'identity-unchecked' }),
  )
})

test('the page of a person says what waits, who asked for it, until when another one decides, and what happens if nobody can', async () => {
  mockEndpoint(userEndpoints.one, { data: buildUser() })
  const email: ChangedValue = { field: 'email', before: 'rosa@ejemplo.cl', after: 'otra@ejemplo.cl' }
  const waiting: Confirmation = { ...change, kind: 'email-change', changes: [email] }
  const confirmations = [waiting, { ...change, id: 6, effective_at: '2026-11-27T12:30:00.000Z' }]
  mockEndpoint(confirmationEndpoints.list, { confirmations, total: 2, page: 1, limit: 10 })
  await renderPage('/admin/usuarios/editar/7', { as: 'admin' })
  const notice = (await screen.findByText('Queda por confirmar por otra persona del equipo')).parentElement
  expect(notice).toHaveTextContent(
    'Cambiar el e-mail: lo pidió Andrea Paz, 26/11/2026, 09:30 h. Otra persona del equipo lo decide antes del 03/12/2026, 09:30 h; después hay que pedirlo de nuevo.',
  )
  expect(notice).toHaveTextContent('Antes: rosa@ejemplo.clDespués: otra@ejemplo.cl')
  expect(notice).toHaveTextContent('Se hará 27/11/2026, 09:30 h, porque no hay otra persona del equipo')
  expect(screen.getByRole('link', { name: 'Por confirmar' })).toHaveAttribute('href', '/admin/por-confirmar')
})
