import { ApiError } from '@mi-portal/contract/api-error'
import { lateResultEndpoints } from '@mi-portal/contract/late-results'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const late = {
  id_appointment: 5,
  patient_id: 20,
  patient_full_name: 'Camila Fuentes Rojas',
  patient_document: '12.345.678-5',
  name: 'Radiografía de tórax',
  place: 'Clínica Providencia',
  taken_on: '2026-11-20',
  expected_on: '2026-11-23',
  days_late: 4,
}
const address = '/admin/resultados-atrasados'

test('a late result shows its patient, exam, days and delay, and leads to the patient', async () => {
  mockEndpoint(lateResultEndpoints.list, {
    late: [late, { ...late, id_appointment: 6, name: 'Holter', days_late: 1 }],
    ...{ total: 2, page: 1, limit: 10 },
  })
  await renderPage(address, { as: 'admin' })
  const row = within(await screen.findByRole('row', { name: /Radiografía de tórax/ }))
  for (const text of [
    'Camila Fuentes Rojas · 12.345.678-5',
    'Clínica Providencia',
    '20/11/2026',
    '23/11/2026',
  ])
    expect(row.getByText(text)).toBeVisible()
  expect(row.getByText('4 días de atraso')).toBeVisible()
  expect(screen.getByText('1 día de atraso')).toBeVisible()
  expect(
    screen.getByRole('link', { name: 'Ver paciente Camila Fuentes Rojas: Radiografía de tórax' }),
  ).toHaveAttribute('href', '/admin/usuarios/editar/20')
})

test('without late results the list says so', async () => {
  mockEndpoint(lateResultEndpoints.list, { late: [], total: 0, page: 1, limit: 10 })
  await renderPage(address, { as: 'admin' })
  expect(await screen.findByText('No hay resultados atrasados')).toBeVisible()
})

test('an archive that does not answer is an error with a retry, and the second page is asked for by its number', async () => {
  mockEndpoint(lateResultEndpoints.list, new ApiError('unavailable'))
  const { user } = await renderPage(`${address}?page=2`, { as: 'admin' })
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(requestsTo(lateResultEndpoints.list)[0]?.query.get('page')).toBe('2')
  mockEndpoint(lateResultEndpoints.list, { late: [late], total: 11, page: 2, limit: 10 })
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByRole('row', { name: /Radiografía de tórax/ })).toBeVisible()
})

test('the requests desk, which does not see accounts, gets the list without links to patients', async () => {
  mockEndpoint(lateResultEndpoints.list, { late: [late], total: 1, page: 1, limit: 10 })
  await renderPage(address, { as: { rol: 'ADMIN_ROLE', id: 30, permission_set: 'requests-desk' } })
  expect(await screen.findByRole('row', { name: /Radiografía de tórax/ })).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Ver paciente/ })).not.toBeInTheDocument()
})
