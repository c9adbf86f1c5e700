import { bookingEndpoints } from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'
import { buildHour } from '../../../test/record.ts'

const page = '/dashboard/consultas-medicas'
const hour = {
  ...buildHour({ id_appointment: 12, patient_id: 10 }),
  patient_full_name: 'Jorge Luis Rojas Tapia',
}
const cancelling = { name: 'Cancelar hora de Jorge Luis Rojas Tapia del 26/11/2026' }

test('the hours booked for adults of the group can be moved and given up', async () => {
  answer(bookingEndpoints.booked, { data: [hour] })
  answer(bookingEndpoints.cancel, () => {
    answer(bookingEndpoints.booked, { data: [] })
    return {}
  })
  const { user } = await open(page, { as: 'patient' })
  expect(await screen.findByRole('heading', { name: 'Horas que reservaste para tu grupo' })).toBeVisible()
  expect(
    screen.getByRole('link', { name: 'Cambiar hora de Jorge Luis Rojas Tapia del 26/11/2026' }),
  ).toHaveAttribute('href', '/reservas?id_appointment=12')
  await user.click(screen.getByRole('button', cancelling))
  const dialog = await screen.findByRole('dialog', { name: '¿Quieres cancelar esta hora?' })
  expect(asked(bookingEndpoints.cancel)).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar hora' }))
  expect(await screen.findByText('La hora fue cancelada')).toBeVisible()
  expect(asked(bookingEndpoints.cancel)[0]?.params).toEqual({ id_appointment: '12' })
  await waitFor(() => expect(screen.queryByRole('button', cancelling)).not.toBeInTheDocument())
})

test('one that cannot be given up any more says why', async () => {
  answer(bookingEndpoints.booked, { data: [hour] })
  answer(bookingEndpoints.cancel, new Failure('hourNotCancellable'))
  const { user } = await open(page, { as: 'patient' })
  await user.click(await screen.findByRole('button', cancelling))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar hora' }))
  expect(await within(dialog).findByText('Esta hora ya no se puede cancelar')).toBeVisible()
})

test('without any there is nothing, and what cannot be fetched can be asked for again', async () => {
  answer(bookingEndpoints.booked, new Failure('tooMany'))
  const { user } = await open(page, { as: 'patient' })
  answer(bookingEndpoints.booked, { data: [] })
  await user.click(await screen.findByRole('button', { name: 'REINTENTAR' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'REINTENTAR' })).not.toBeInTheDocument())
  expect(screen.queryByText('Horas que reservaste para tu grupo')).not.toBeInTheDocument()
})
