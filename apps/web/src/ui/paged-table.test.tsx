import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Column, PagedTable } from './paged-table.tsx'

interface Row {
  id: number
  name: string
  date: string
}

const rows: Row[] = [
  { id: 1, name: 'Hemograma', date: '20/11/2026' },
  { id: 2, name: 'Perfil lipídico', date: '28/08/2026' },
]
const columns: Column<Row>[] = [
  { header: 'Examen', role: 'title', cell: (row) => row.name },
  { header: 'Fecha', cell: (row) => row.date },
  { header: 'Acciones', role: 'actions', cell: (row) => <button type="button">Ver {row.name}</button> },
]

function show(
  paging?: { page: number; limit: number; total: number; total_more?: boolean },
  onPage = vi.fn(),
) {
  render(
    <PagedTable
      caption="Exámenes de laboratorio"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      paging={paging && { ...paging, noun: 'exámenes', onPage }}
    />,
  )
  return onPage
}

test('a list below 860 px is a stack of cards with the label above each value', () => {
  const wide = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: false }))
  show()
  const card = within(screen.getByRole('list', { name: 'Exámenes de laboratorio' })).getAllByRole(
    'listitem',
  )[0]
  expect(card).toHaveTextContent('Hemograma')
  expect(within(card!).getByRole('term')).toHaveTextContent('Fecha')
  expect(within(card!).getByRole('definition')).toHaveTextContent('20/11/2026')
  expect(within(card!).getByRole('button', { name: 'Ver Hemograma' })).toBeVisible()
})
