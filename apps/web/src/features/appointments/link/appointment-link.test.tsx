import {
  appointmentLinkEndpoints,
  type LinkedAppointment,
} from '@mi-portal/contract/appointments/appointment-agenda'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const appointment: LinkedAppointment = {
  id_appointment: 41,
  patient_name: null,
  doctor_name: 'Dra. Carolina Muñoz Vidal',
  starts_at: '2026-12-03T12:30:00Z',
  modality: 'presencial',
  place: 'Providencia, piso 3',
  state: 'booked',
  confirmed_at: null,
  can_confirm: true,
  can_move: true,
}

// The words for the day depend on the present one.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T15:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function mockLink(shown: Partial<LinkedAppointment> = {}) {
  mockEndpoint(appointmentLinkEndpoints.show, { appointment: { ...appointment, ...shown } })
}

test('opening the link of a reminder shows the appointment and three choices, changes nothing, and can be tried again without a server', async () => {
  mockEndpoint(appointmentLinkEndpoints.show, new ApiError('unavailable'))
  const { user } = await renderPage('/hora/un-token')
  expect(await screen.findByText('Error server al obtener la hora')).toBeVisible()
  mockLink()
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByRole('heading', { name: 'Tu hora' })).toBeVisible()
  expect(screen.getByText('Jueves 3 de diciembre')).toBeVisible()
  expect(screen.getByText('Presencial · Providencia, piso 3')).toBeVisible()
  expect(screen.getByRole('button', { name: 'CONFIRMO MI ASISTENCIA' })).toBeVisible()
  const move = screen.getByRole('link', { name: 'CAMBIAR HORA' })
  expect(move).toHaveAttribute('href', '/reservas?id_appointment=41')
  expect(screen.getByRole('button', { name: 'CANCELAR HORA' })).toBeVisible()
  expect(requestsTo(appointmentLinkEndpoints.show)[0]?.body).toEqual({ token: 'un-token' })
  expect(requestsTo(appointmentLinkEndpoints.confirm)).toEqual([])
  expect(requestsTo(appointmentLinkEndpoints.cancel)).toEqual([])
})

test('the page of the link confirms a child’s appointment, and cancels it after a question', async () => {
  const patient_name = 'Martina'
  mockLink({ patient_name })
  mockEndpoint(appointmentLinkEndpoints.confirm, () => {
    const confirmed_at = '2026-12-02T13:00:00Z'
    mockLink({ patient_name, confirmed_at })
    return { confirmed_at }
  })
  mockEndpoint(appointmentLinkEndpoints.cancel, () => {
    mockLink({ patient_name, state: 'cancelled', can_confirm: false, can_move: false })
    return {}
  })
  const { user } = await renderPage('/hora/un-token')
  await user.click(await screen.findByRole('button', { name: 'CONFIRMO SU ASISTENCIA' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'La hora de Martina está confirmada' })).toHaveFocus(),
  )
  expect(screen.queryByRole('button', { name: 'CONFIRMO SU ASISTENCIA' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'CANCELAR HORA' }))
  expect(await screen.findByRole('heading', { name: '¿Quieres cancelar esta hora?' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'VOLVER' }))
  expect(requestsTo(appointmentLinkEndpoints.cancel)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'CANCELAR HORA' }))
  await user.click(screen.getByRole('button', { name: 'SÍ, CANCELAR LA HORA' }))
  expect(await screen.findByRole('heading', { name: 'La hora de Martina está cancelada' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'CANCELAR HORA' })).not.toBeInTheDocument()
})
