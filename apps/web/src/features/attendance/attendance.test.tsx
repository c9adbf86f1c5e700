import { attendanceEndpoints, type ExpectedAppointment } from '@mi-portal/contract/attendance'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { userEndpoints } from '@mi-portal/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const { arrivals, ofPatient, record } = attendanceEndpoints
const page = '/admin/llegadas?dia=2026-11-24'

const appointment: ExpectedAppointment = {
  id_appointment: 41,
  patient_id: 7,
  patient_full_name: 'Camila Fuentes Rojas',
  starts_at: '2026-11-24T11:30:00Z',
  ends_at: '2026-11-24T11:50:00Z',
  doctor_name: 'Dra. Carolina Muñoz Vidal',
  place: 'Providencia',
  modality: 'presencial',
  attendance: null,
  attendance_at: null,
  attendance_by: null,
  document: '12.345.678-5',
  age: 34,
  phone: '955550142',
  specialty: 'Medicina general',
  confirmed_at: null,
}
const attended = {
  ...appointment,
  attendance: 'attended',
  attendance_at: '2026-11-24T11:50:00Z',
  attendance_by: 'Andrea Morales',
} as const
const which = 'Camila Fuentes Rojas, 24/11/2026, 08:30 h'

function mockDay(...appointments: ExpectedAppointment[]) {
  mockEndpoint(arrivals, { appointments, more: false })
}

const other = {
  ...appointment,
  ...{
    id_appointment: 42,
    patient_full_name: 'Pablo Inostroza Díaz',
    phone: null,
    specialty: 'Dermatología',
  },
  ...{ doctor_name: 'Dr. Patricio Cortés', starts_at: '2026-11-24T12:30:00Z', document: '15.904.273-1' },
  confirmed_at: '2026-11-25T15:00:00Z',
}

test('a correction asks first and says that certificates are no longer valid, and what another member of staff recorded meanwhile is shown with the reason', async () => {
  mockDay(attended)
  mockEndpoint(record, () => {
    mockDay({ ...attended, attendance: 'missed' })
    return new ApiError('changedMeanwhile')
  })
  const { user } = await renderPage(page, { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: `Más acciones: ${which}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Corregir la asistencia' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Corregir a «No se presentó»?' }))
  expect(dialog.getByText(/dejan de ser válidos/)).toBeVisible()
  expect(requestsTo(record)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Corregir' }))
  expect(await screen.findByText(new ApiError('changedMeanwhile').message)).toBeVisible()
  expect(await screen.findByRole('cell', { name: 'No vino' })).toBeVisible()
  const sent = { params: { id: '41' }, body: { attendance: 'missed', previous: 'attended' } }
  expect(requestsTo(record)[0]).toMatchObject(sent)
})

test('the front desk records an arrival and the visit by keys, without reading the list again, and only what is possible at the time', async () => {
  mockDay(appointment, other)
  mockEndpoint(record, {})
  const { user } = await renderPage(page, { as: 'admin' })
  const first = await screen.findByRole('link', { name: 'Camila Fuentes Rojas' })
  first.focus()
  await user.keyboard('l')
  expect(await screen.findByRole('cell', { name: /^Llegó ?hace 0 min/ })).toBeVisible()
  await user.keyboard('a')
  expect(await screen.findByRole('cell', { name: 'Atendida' })).toBeVisible()
  // The other appointment begins within the hour: its patient can arrive and not be attended yet.
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Pablo Inostroza Díaz' })).toHaveFocus()
  await user.keyboard('n')
  await user.keyboard('l')
  expect(await screen.findByRole('cell', { name: /^Llegó ?hace 0 min/ })).toBeVisible()
  const bodies = requestsTo(record).map(({ body }) => body)
  expect(bodies).toEqual([
    { attendance: 'arrived', previous: null },
    { attendance: 'attended', previous: 'arrived' },
    { attendance: 'arrived', previous: null },
  ])
  expect(requestsTo(arrivals)).toHaveLength(1)
})

test('the list is filtered by state, specialty and words of name, document or phone', async () => {
  mockDay(appointment, other)
  const { user } = await renderPage(page, { as: 'admin' })
  const names = () => screen.getAllByRole('link', { name: /Fuentes|Inostroza/ }).map((one) => one.textContent)
  const search = await screen.findByRole('searchbox', { name: 'Nombre, documento o teléfono' })
  for (const [text, name] of [
    ['inostroza pablo', 'Pablo Inostroza Díaz'],
    ['15904273', 'Pablo Inostroza Díaz'],
    ['0056 9 5555-0142', 'Camila Fuentes Rojas'],
    ['5555 0142', 'Camila Fuentes Rojas'],
  ] as const) {
    await user.clear(search)
    await user.type(search, `${text}{Enter}`)
    expect(names(), text).toEqual([name])
  }
  await user.clear(search)
  await user.type(search, '{Enter}')
  await user.click(screen.getByRole('button', { name: 'Confirmada 1' }))
  await waitFor(() => expect(names()).toEqual(['Pablo Inostroza Díaz']))
  await user.click(screen.getByRole('button', { name: 'Atendida 0' }))
  expect(await screen.findByText('Ninguna hora de ese día cumple con estos filtros')).toBeVisible()
})

test('the past appointments of a patient are loaded on demand, and sorted and paged as the address says', async () => {
  mockEndpoint(userEndpoints.one, { data: buildUser() })
  mockEndpoint(ofPatient, { appointments: [attended], total: 12, page: 1, limit: 10 })
  const { user, go, router } = await renderPage('/admin/usuarios/editar/7', { as: 'admin' })
  const open = await screen.findByRole('button', { name: 'Ver sus horas pasadas' })
  expect(requestsTo(ofPatient)).toEqual([])
  await user.click(open)
  await user.click(await screen.findByRole('button', { name: 'Fecha' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ orden: 'starts_at' }))
  expect(requestsTo(ofPatient).at(-1)?.query.get('order')).toBe('starts_at')
  await go('/admin/usuarios/editar/7?page=2&filas=20&orden=-doctor_name')
  await waitFor(() =>
    expect(Object.fromEntries(requestsTo(ofPatient).at(-1)?.query ?? [])).toEqual({
      ...{ page: '2', limit: '20', order: '-doctor_name' },
    }),
  )
})
