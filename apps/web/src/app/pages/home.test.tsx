import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { appointmentsPage, buildAppointment } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

test.each([
  [1, 'Bienvenida, Camila Andrea'],
  [2, 'Bienvenido, Camila Andrea'],
  [3, 'Bienvenid@, Camila Andrea'],
  [null, 'Bienvenid@, Camila Andrea'],
])('the greeting for gender %s says %s', async (gender_id, greeting) => {
  await renderPage('/dashboard', { as: { gender_id } })
  expect(await screen.findByRole('heading', { level: 1, name: greeting })).toBeVisible()
})

test('staff, whose account has no record, read so on the home page of patients and go on to the administration', async () => {
  await renderPage('/dashboard', { as: 'admin' })
  expect(await screen.findByText(/^Entraste con una cuenta de administración/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a la administración' })).toHaveAttribute('href', '/admin')
  expect(requestsTo(appointmentEndpoints.upcomingSummary)).toEqual([])
})

test('an appointment that the patient keeps private is marked in both lists, and the others are not', async () => {
  const names = { is_private: true, doctor_name: 'Dra. Paula Henríquez Lira' }
  const list = appointmentsPage([
    buildAppointment({ id_appointment: 3 }),
    buildAppointment(),
    buildAppointment({ id_appointment: 2, ...names }),
  ])
  mockEndpoint(appointmentEndpoints.upcomingSummary, list)
  mockEndpoint(appointmentEndpoints.historySummary, list)
  await renderPage('/dashboard', { as: 'patient' })
  for (const name of ['Próximas horas', 'Historial de horas']) {
    const card = within(await screen.findByRole('region', { name }))
    expect(await card.findByRole('link', { name: /Paula Henríquez Lira Solo yo/ })).toBeVisible()
    expect(card.getAllByText('Solo yo')).toHaveLength(1)
  }
})

test('the home page shows the greeting, the next appointment with its action, favourites and then the further appointments', async () => {
  mockEndpoint(
    appointmentEndpoints.upcomingSummary,
    appointmentsPage([buildAppointment({ id_appointment: 3 }), buildAppointment({ id_appointment: 4 })]),
  )
  await renderPage('/dashboard', { as: 'patient' })
  const next = within(await screen.findByRole('region', { name: 'Tu próxima hora' }))
  expect(next.getByRole('link', { name: 'Confirmar, cambiar o preparar' })).toHaveAttribute(
    'href',
    '/dashboard/consultas-medicas/hora/3',
  )
  const further = within(await screen.findByRole('region', { name: 'Próximas horas' }))
  expect(await further.findAllByRole('listitem')).toHaveLength(1)
  await screen.findByRole('region', { name: 'Historial de horas' })
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  const order = [
    'Bienvenida, Camila Andrea',
    'Tu próxima hora',
    'Mis favoritos',
    'Próximas horas',
    'Historial de horas',
  ]
  expect(headings.filter((heading) => order.includes(heading ?? ''))).toEqual(order)
})

test('a minor is not offered to add a member', async () => {
  await renderPage('/dashboard', { as: 'minor' })
  await screen.findByText('Aún no tienes próximas horas médicas reservadas')
  expect(screen.queryByRole('link', { name: /^Agregar a un hijo/ })).not.toBeInTheDocument()
})
