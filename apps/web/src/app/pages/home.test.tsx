import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import {
  agendaPage,
  appointmentsPage,
  buildAgendaAppointment,
  buildAppointment,
} from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { describeSoon } from '../../features/booking/home/next-appointment.rules.ts'

test.each([
  [1, 'Bienvenida, Camila'],
  [2, 'Bienvenido, Camila'],
  [3, 'Bienvenid@, Camila'],
  [null, 'Bienvenid@, Camila'],
])('the greeting for gender %s says %s', async (gender_id, greeting) => {
  await renderPage('/dashboard', { as: { gender_id } })
  expect(await screen.findByRole('heading', { level: 1, name: greeting })).toBeVisible()
})

test('staff, whose account has no record, read so on the home page of patients and go on to the administration', async () => {
  await renderPage('/dashboard', { as: 'admin' })
  expect(await screen.findByText(/^Entraste con una cuenta de administración/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a la administración' })).toHaveAttribute('href', '/admin')
  expect(requestsTo(appointmentAgendaEndpoints.list)).toEqual([])
})

test('an appointment that the patient keeps private is marked in both lists, and the others are not', async () => {
  const names = { is_private: true, doctor_name: 'Dra. Paula Henríquez Lira' }
  mockEndpoint(
    appointmentAgendaEndpoints.list,
    agendaPage([{ id_appointment: 3 }, {}, { id_appointment: 2, ...names }].map(buildAgendaAppointment)),
  )
  const past = [buildAppointment(), buildAppointment({ id_appointment: 2, ...names })]
  mockEndpoint(appointmentEndpoints.historySummary, appointmentsPage(past))
  await renderPage('/dashboard', { as: 'patient' })
  for (const name of ['Próximas horas', 'Historial de horas']) {
    const card = within(await screen.findByRole('region', { name }))
    expect(await card.findByRole('link', { name: /Paula Henríquez Lira Solo yo/ })).toBeVisible()
    expect(card.getAllByText('Solo yo')).toHaveLength(1)
  }
})

test('the home page shows the greeting, the next appointment of the group, favourites and then the further appointments', async () => {
  const childs = { patient_id: 15, patient_full_name: 'Martina Ignacia Soto', is_private: false }
  mockEndpoint(
    appointmentAgendaEndpoints.list,
    agendaPage([{ id_appointment: 3, ...childs }, { id_appointment: 4 }].map(buildAgendaAppointment)),
  )
  mockEndpoint(appointmentAgendaEndpoints.confirm, { confirmed_at: '2026-11-25T12:00:00.000Z' })
  const { user } = await renderPage('/dashboard', { as: 'patient' })
  const next = within(await screen.findByRole('region', { name: 'Tu próxima hora' }))
  expect(next.getByText('09:30 h')).toBeVisible()
  expect(next.getByRole('link', { name: /Carolina Muñoz Vidal.*para Martina/ })).toHaveAttribute(
    'href',
    '/dashboard/consultas-medicas/hora/3?patient_id=15',
  )
  const further = within(await screen.findByRole('region', { name: 'Próximas horas' }))
  expect(await further.findAllByRole('listitem')).toHaveLength(1)
  await screen.findByRole('region', { name: 'Historial de horas' })
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  const order = [
    'Bienvenida, Camila',
    'Tu próxima hora',
    'Mis favoritos',
    'Próximas horas',
    'Historial de horas',
  ]
  expect(headings.filter((heading) => order.includes(heading ?? ''))).toEqual(order)

  const confirmed = { ...childs, id_appointment: 3, confirmed_at: '2026-11-25T12:00:00.000Z' }
  mockEndpoint(appointmentAgendaEndpoints.list, agendaPage([buildAgendaAppointment(confirmed)]))
  await user.click(next.getByRole('button', { name: /^Confirmo su hora/ }))
  expect(await next.findByText('Confirmada')).toBeVisible()
  expect(next.getByRole('status')).toHaveFocus()
  expect(next.getByRole('button', { name: /^Agregar al calendario/ })).toBeVisible()
})

test('an appointment that may not be changed has no button for it, and one of another system no file and no move', async () => {
  mockEndpoint(
    appointmentAgendaEndpoints.list,
    agendaPage([buildAgendaAppointment({ can_move: false, can_confirm: false })]),
  )
  await renderPage('/dashboard', { as: 'patient' })
  const next = within(await screen.findByRole('region', { name: 'Tu próxima hora' }))
  expect(next.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancelar'])
})

test.each([
  ['2026-11-29', 'Hoy'],
  ['2026-11-30', 'Mañana, lunes 30'],
  ['2026-12-05', 'Sábado 5'],
  ['2026-12-06', 'Domingo 6 de diciembre'],
])('on 29 November an appointment on %s is «%s»', (day, text) => {
  expect(describeSoon(day, '2026-11-29')).toBe(text)
})

test('a minor is not offered to add a member', async () => {
  await renderPage('/dashboard', { as: 'minor' })
  await screen.findByText('Aún no tienes próximas horas médicas reservadas')
  expect(screen.queryByRole('link', { name: 'Agregar familiar' })).not.toBeInTheDocument()
})
