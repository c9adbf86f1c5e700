import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { appointmentsPage, buildAppointment } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const professional = {
  rut: '111111111',
  name: 'Dra. Carolina Muñoz Vidal',
  specialties: [{ code: '101', name: 'Cardiología' }],
  next_free: '2026-11-30T12:30:00.000Z',
}

test('the booking chooser offers the professionals of a child in the user’s care, for that child', async () => {
  mockEndpoint(familyMemberEndpoints.selections, {
    delegated: [],
    selections: [{ id: 9, first_name: 'Martina', last_name: 'Soto', is_self: false }],
  })
  mockEndpoint(appointmentEndpoints.upcomingOf, appointmentsPage([buildAppointment({ patient_id: 9 })]))
  mockEndpoint(serviceEndpoints.professionals, { data: [professional] })
  await renderPage('/dashboard/agenda?patient_id=9', { as: 'patient' })
  const section = within(await screen.findByRole('region', { name: 'Tus profesionales' }))
  expect(section.getByRole('link').getAttribute('href')).toContain('patient_id=9')
})

test('the appointments of an adult for whom the user may only book are not requested', async () => {
  await renderPage('/dashboard/agenda?patient_id=16', { as: 'patient' })
  await screen.findByRole('dialog', { name: '¿Qué necesitas reservar?' })
  expect(requestsTo(appointmentEndpoints.historyOf)).toEqual([])
  expect(requestsTo(appointmentEndpoints.upcomingOf)).toEqual([])
})
