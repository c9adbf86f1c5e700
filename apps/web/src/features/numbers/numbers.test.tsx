import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type NumberRow, numberEndpoints } from '@mi-portal/contract/numbers'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const rows: NumberRow[] = [
  { grouping: 'all', name: 'Todo', counts: [90, 10, 0] },
  { grouping: 'specialty', name: 'Cardiología', counts: [30, 10, 0] },
  { grouping: 'specialty', name: 'Urología', counts: [60, null, 0] },
  { grouping: 'site', name: 'Providencia', counts: [90, 10, 0] },
]

const sent = (endpoint: typeof numberEndpoints.all | typeof numberEndpoints.export) =>
  requestsTo(endpoint).map(({ query }) => [query.get('desde'), query.get('hasta')])

test('a number has a chart and a table by specialty, and a hidden count is in neither', async () => {
  mockEndpoint(numberEndpoints.all, { numbers: [{ name: 'attendance', rows }] })
  const { user } = await renderPage('/admin/numeros?por=especialidad', { as: 'admin' })
  const table = await screen.findByRole('table', { name: 'Asistencia' })
  expect(within(table).getByRole('row', { name: 'Urología 60 No se muestra 0' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'No se presentaron: Todo, 10 %; Cardiología, 25 %.' })).toBeVisible()
  expect(sent(numberEndpoints.all)).toEqual([['2026-09', '2026-11']])
  await user.click(screen.getByRole('button', { name: 'Por sede' }))
  expect(await screen.findByRole('row', { name: 'Providencia 90 10 0' })).toBeVisible()
  expect(screen.queryByRole('row', { name: /^Cardiología/ })).not.toBeInTheDocument()
})

test('a period that the server rejects is explained', async () => {
  mockEndpoint(
    numberEndpoints.all,
    new ApiError('invalid', { param: 'hasta', msg: 'El período termina antes de comenzar' }),
  )
  await renderPage('/admin/numeros?desde=2026-08&hasta=2026-07', { as: 'admin' })
  expect(await screen.findByText('El período termina antes de comenzar')).toBeVisible()
})
