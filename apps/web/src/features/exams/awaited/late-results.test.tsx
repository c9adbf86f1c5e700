import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type LateResult, lateResultEndpoints } from '@mi-portal/contract/exams/late-results'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const late: LateResult = {
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

function mockLate(...rows: Partial<LateResult>[]) {
  const list = { late: rows.map((row) => ({ ...late, ...row })), total: rows.length, page: 1, limit: 10 }
  mockEndpoint(lateResultEndpoints.list, list)
}

test('late results can be retried on the page that was asked for, and show patient, exam, days and delay, and lead to the patient', async () => {
  mockEndpoint(lateResultEndpoints.list, new ApiError('unavailable'))
  const { user } = await renderPage(`${address}?page=2`, { as: 'admin' })
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(requestsTo(lateResultEndpoints.list)[0]?.query.get('page')).toBe('2')
  mockLate({}, { id_appointment: 6, name: 'Holter', days_late: 1 })
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  const row = await screen.findByRole('row', { name: /Radiografía de tórax/ })
  for (const text of ['Clínica Providencia', '20/11/2026', '23/11/2026'])
    expect(within(row).getByText(text)).toBeVisible()
  expect(within(row).getByText('4 días de atraso')).toBeVisible()
  expect(screen.getByText('1 día de atraso')).toBeVisible()
  expect(row).toHaveTextContent('Camila Fuentes Rojas · 12.345.678-5')
  expect(within(row).getByRole('link')).toHaveAttribute('href', '/admin/pacientes/20')
})

test('the requests desk, which does not see accounts, gets the list without links to patients', async () => {
  mockLate({ patient_id: null })
  await renderPage(address, { as: { rol: 'ADMIN_ROLE', id: 30, permission_set: 'requests-desk' } })
  const row = await screen.findByRole('row', { name: /Camila Fuentes Rojas/ })
  expect(within(row).queryByRole('link')).toBeNull()
})
