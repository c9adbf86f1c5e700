import { ApiError } from '@mi-portal/contract/api-error'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildAppointment } from '../../../test/record.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const page = '/dashboard/consultas-medicas'
const appointment = {
  ...buildAppointment({ id_appointment: 12, patient_id: 10 }),
  patient_full_name: 'Jorge Luis Rojas Tapia',
}
const cancelling = { name: 'Cancelar hora de Jorge Luis Rojas Tapia del 26/11/2026' }

test('a user moves and cancels the appointments that they booked for adults of their group', async () => {
  mockEndpoint(bookingEndpoints.booked, { data: [appointment] })
  mockEndpoint(bookingEndpoints.cancel, () => {
    mockEndpoint(bookingEndpoints.booked, { data: [] })
    return {}
  })
  const { user } = await renderPortal(page, { as: 'patient' })
  expect(await screen.findByRole('heading', { name: 'Horas que reservaste para tu grupo' })).toBeVisible()
  expect(
    screen.getByRole('link', { name: 'Cambiar hora de Jorge Luis Rojas Tapia del 26/11/2026' }),
  ).toHaveAttribute('href', '/reservas?id_appointment=12')
  await user.click(screen.getByRole('button', cancelling))
  const dialog = await screen.findByRole('dialog', { name: '¿Quieres cancelar esta hora?' })
  expect(requestsTo(bookingEndpoints.cancel)).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar hora' }))
  expect(await screen.findByText('La hora fue cancelada')).toBeVisible()
  expect(requestsTo(bookingEndpoints.cancel)[0]?.params).toEqual({ id_appointment: '12' })
  await waitFor(() => expect(screen.queryByRole('button', cancelling)).not.toBeInTheDocument())
})

test('the dialog says why an appointment can no longer be cancelled', async () => {
  mockEndpoint(bookingEndpoints.booked, { data: [appointment] })
  mockEndpoint(bookingEndpoints.cancel, new ApiError('hourNotCancellable'))
  const { user } = await renderPortal(page, { as: 'patient' })
  await user.click(await screen.findByRole('button', cancelling))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar hora' }))
  expect(await within(dialog).findByText('Esta hora ya no se puede cancelar')).toBeVisible()
})

test('the section is hidden when there are no appointments, and a failed load can be retried', async () => {
  mockEndpoint(bookingEndpoints.booked, new ApiError('tooMany'))
  const { user } = await renderPortal(page, { as: 'patient' })
  mockEndpoint(bookingEndpoints.booked, { data: [] })
  await user.click(await screen.findByRole('button', { name: 'REINTENTAR' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'REINTENTAR' })).not.toBeInTheDocument())
  expect(screen.queryByText('Horas que reservaste para tu grupo')).not.toBeInTheDocument()
})
