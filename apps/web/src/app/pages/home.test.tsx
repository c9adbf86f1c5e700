import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { appointmentsPage, buildAppointment } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

describe('the greeting', () => {
  test.each([
    [1, 'Bienvenida, Camila Andrea'],
    [2, 'Bienvenido, Camila Andrea'],
    [3, 'Bienvenid@, Camila Andrea'],
    [null, 'Bienvenid@, Camila Andrea'],
  ])('the greeting for gender %s says %s', async (gender_id, greeting) => {
    await renderPage('/dashboard', { as: { gender_id } })
    expect(await screen.findByRole('heading', { level: 1, name: greeting })).toBeVisible()
  })

  test('the greeting shows when and where the next appointment is', async () => {
    mockEndpoint(
      appointmentEndpoints.upcomingSummary,
      appointmentsPage([buildAppointment(), buildAppointment({ id_appointment: 2 })]),
    )
    await renderPage('/dashboard', { as: 'patient' })
    expect(
      await screen.findByText('Tu próxima hora es el 26/11/2026 a las 09:30 h en Providencia.'),
    ).toBeVisible()
  })
})

test('staff, whose account has no record, read so on the home page of patients and go on to the administration', async () => {
  await renderPage('/dashboard', { as: 'admin' })
  expect(await screen.findByText(/^Entraste con una cuenta de administración/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a la administración' })).toHaveAttribute('href', '/admin')
  expect(requestsTo(appointmentEndpoints.upcomingSummary)).toEqual([])
})

describe('the appointments on the home page', () => {
  test('a video visit can be joined from the home page once it has opened', async () => {
    const video = { opens_at: '2026-11-26T12:15:00Z', url: 'https://video.example/sala' }
    mockEndpoint(
      appointmentEndpoints.upcomingSummary,
      appointmentsPage([buildAppointment({ modality: 'telemedicina', video })]),
    )
    await renderPage('/dashboard', { as: 'patient' })
    const card = await screen.findByRole('region', { name: 'Próximas horas' })
    expect(await within(card).findByRole('link', { name: /^Conectarme a la videoconsulta/ })).toHaveAttribute(
      'href',
      video.url,
    )
  })

  test('an appointment that the patient keeps private is marked in both lists, and the others are not', async () => {
    const names = { is_private: true, doctor_name: 'Dra. Paula Henríquez Lira' }
    const list = appointmentsPage([buildAppointment(), buildAppointment({ id_appointment: 2, ...names })])
    mockEndpoint(appointmentEndpoints.upcomingSummary, list)
    mockEndpoint(appointmentEndpoints.historySummary, list)
    await renderPage('/dashboard', { as: 'patient' })
    for (const name of ['Próximas horas', 'Historial de horas']) {
      const card = within(await screen.findByRole('region', { name }))
      expect(await card.findByRole('link', { name: /Paula Henríquez Lira Solo yo/ })).toBeVisible()
      expect(card.getAllByText('Solo yo')).toHaveLength(1)
    }
  })

  test('empty lists of appointments say so', async () => {
    await renderPage('/dashboard', { as: 'patient' })
    expect(await screen.findByText('Aún no tienes próximas horas médicas reservadas')).toBeVisible()
    expect(await screen.findByText('Aún no tienes horas médicas pasadas en este historial')).toBeVisible()
  })
})

describe('the family on the home page', () => {
  test('a minor is not offered to add a member', async () => {
    await renderPage('/dashboard', { as: 'minor' })
    await screen.findByText('Aún no tienes próximas horas médicas reservadas')
    expect(screen.queryByRole('link', { name: /^Agregar a un hijo/ })).not.toBeInTheDocument()
  })
})
