import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildAgendaAppointment } from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { buildBookedAppointment } from '../../../../test/scheduling.ts'

const page = '/dashboard/consultas-medicas/hora/1'
const one = appointmentAgendaEndpoints.one

beforeEach(() => {
  mockEndpoint(preparationEndpoints.bookedAppointment, {
    data: buildBookedAppointment({
      preparation: {
        title: 'Ecografía abdominal',
        html: '<ul><li>Trae tu orden.</li></ul>',
        pdf: null,
        fasting: [{ hours: 8, from: '2026-11-26T04:30:00.000Z' }],
      },
    }),
  })
})

test('a past appointment offers neither actions nor a preparation', async () => {
  mockEndpoint(one, { appointment: buildAgendaAppointment({ can_confirm: false }), is_over: true })
  await renderPage(page, { as: 'patient' })
  expect(await screen.findByText('Esta hora ya pasó.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Cancelar hora/ })).not.toBeInTheDocument()
  expect(requestsTo(preparationEndpoints.bookedAppointment)).toEqual([])
})

test('the page of an appointment shows its fasting time, and asks for no preparation any more once it is cancelled', async () => {
  mockEndpoint(appointmentEndpoints.cancel, () => {
    mockEndpoint(one, new ApiError('hourCancelled'))
    return {}
  })
  const { user } = await renderPage(page, { as: 'patient' })
  expect(await screen.findByText('Trae tu orden.')).toBeVisible()
  expect(screen.getByText(/^No comas nada desde las 01:30 h/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Cancelar hora/ }))
  const question = within(await screen.findByRole('dialog', { name: '¿Quieres cancelar esta hora?' }))
  await user.click(question.getByRole('button', { name: 'Cancelar hora' }))
  expect(await screen.findByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
  expect(requestsTo(preparationEndpoints.bookedAppointment)).toHaveLength(1)
})
