import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setClinic } from '../../../../test/clinic.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildAgendaAppointment } from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { buildBookedAppointment } from '../../../../test/scheduling.ts'
import { portal } from '../../../lib/portal-config.ts'

const page = '/dashboard/consultas-medicas/hora/1'
const one = appointmentAgendaEndpoints.one

beforeEach(() => {
  mockEndpoint(schedulingTokenEndpoints.token, { token: 't', expires_at: '2031-01-01T00:00:00.000Z' })
  mockEndpoint(one, { appointment: buildAgendaAppointment(), is_over: false })
  mockEndpoint(preparationEndpoints.bookedHour, {
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

test('the page of an appointment shows when, with whom, where, for whom, the way, and the fasting time', async () => {
  const map = 'https://mapa.example/providencia'
  setClinic({ sites: portal.clinic.sites.map((site) => ({ ...site, map })) })
  const booked_by = { full_name: 'Diego Soto', is_caller: false }
  mockEndpoint(one, {
    appointment: buildAgendaAppointment({ patient_id: 9, patient_full_name: 'Martina Soto', booked_by }),
    is_over: false,
  })
  await renderPage(page, { as: 'patient' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Hora de Martina Soto' })).toBeVisible()
  const card = within(screen.getByRole('region', { name: 'Datos de la hora' }))
  expect(card.getByText(/jueves 26 de noviembre/i)).toHaveTextContent('09:30 h')
  for (const text of [
    'Dra. Carolina Muñoz Vidal',
    'Cardiología · Control',
    'Presencial · Providencia',
    'Paciente: Martina Soto',
    'Reservada por Diego Soto',
  ])
    expect(card.getByText(text)).toBeVisible()
  const way = card.getByRole('link', { name: 'Cómo llegar a Providencia (se abre en otra pestaña)' })
  expect(way).toHaveAttribute('href', map)
  expect(await screen.findByText(/^No comas nada desde las 01:30 h/)).toBeVisible()
  expect(screen.getByText('Trae tu orden.')).toBeVisible()
})

test('a past appointment offers neither actions nor a preparation', async () => {
  mockEndpoint(one, { appointment: buildAgendaAppointment({ can_confirm: false }), is_over: true })
  await renderPage(page, { as: 'patient' })
  expect(await screen.findByText('Esta hora ya pasó.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Cancelar hora/ })).not.toBeInTheDocument()
  expect(requestsTo(preparationEndpoints.bookedHour)).toEqual([])
})

test('once an appointment is cancelled its page asks for no preparation any more', async () => {
  mockEndpoint(appointmentEndpoints.cancel, () => {
    mockEndpoint(one, new ApiError('hourCancelled'))
    return {}
  })
  const { user } = await renderPage(page, { as: 'patient' })
  expect(await screen.findByText('Trae tu orden.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Cancelar hora/ }))
  const question = within(await screen.findByRole('dialog', { name: '¿Quieres cancelar esta hora?' }))
  await user.click(question.getByRole('button', { name: 'Cancelar hora' }))
  expect(await screen.findByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
  expect(requestsTo(preparationEndpoints.bookedHour)).toHaveLength(1)
})
