import { ApiError } from '@mi-portal/contract/api-error'
import { attendanceEndpoints, type StartedAppointment } from '@mi-portal/contract/attendance'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const { ofDay, record } = attendanceEndpoints
const page = '/admin/agenda?ver=asistencia'

const appointment: StartedAppointment = {
  id_appointment: 41,
  patient_id: 7,
  patient_full_name: 'Camila Fuentes Rojas',
  starts_at: '2026-11-26T12:30:00Z',
  ends_at: '2026-11-26T12:50:00Z',
  doctor_name: 'Dra. Carolina Muñoz Vidal',
  place: 'Providencia',
  modality: 'presencial',
  attendance: null,
  attendance_at: null,
  attendance_by: null,
}
const attended = {
  ...appointment,
  attendance: 'attended',
  attendance_at: '2026-11-26T13:00:00Z',
  attendance_by: 'Andrea Morales',
} as const
const which = 'Camila Fuentes Rojas, 26/11/2026, 09:30 h'

function mockDay(...appointments: StartedAppointment[]) {
  mockEndpoint(ofDay, { appointments, page: 1, limit: 20, total: appointments.length })
}

test('a correction asks first and says that certificates are no longer valid, and what another member of staff recorded meanwhile is shown with the reason', async () => {
  mockDay(attended)
  mockEndpoint(record, () => {
    mockDay({ ...attended, attendance: 'missed' })
    return new ApiError('changedMeanwhile')
  })
  const { user } = await renderPage(page, { as: 'admin' })
  expect(await screen.findByText('Andrea Morales, 26/11/2026, 10:00 h')).toBeVisible()
  await user.click(screen.getByRole('button', { name: `Corregir la asistencia: ${which}` }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Corregir a «No se presentó»?' }))
  expect(dialog.getByText(/dejan de ser válidos/)).toBeVisible()
  expect(requestsTo(record)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Corregir' }))
  expect(await screen.findByText(new ApiError('changedMeanwhile').message)).toBeVisible()
  expect(await screen.findByText('No se presentó')).toBeVisible()
  const sent = { params: { id: '41' }, body: { attendance: 'missed', previous: 'attended' } }
  expect(requestsTo(record)[0]).toMatchObject(sent)
})
