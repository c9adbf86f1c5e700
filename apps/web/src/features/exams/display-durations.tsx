/** Shows when each kind of exam appears in the portal and can be picked up, with one tab per category. */
import type { DisplayDuration } from '@mi-portal/contract/catalogues'
import { IconClockOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { displayDurationsQuery } from '../catalogues/catalogues.queries.ts'

const columns: readonly Column<DisplayDuration>[] = [
  { header: 'Tipo de examen', role: 'title', cell: ({ name_exam }) => name_exam },
  { header: 'Visualización en el portal', cell: (row) => row.day_withdrawal_portal },
  { header: 'Días hábiles para el retiro', cell: (row) => row.day_withdrawal },
]

export function DisplayDurations() {
  const query = useQuery(displayDurationsQuery)
  return (
    <section aria-labelledby="plazos">
      <h2 id="plazos" className="mb-4 type-section">
        Plazos de visualización de exámenes
      </h2>
      <QueryContent
        query={query}
        skeleton={
          <p className="portal-card p-6 text-center text-muted" role="status">
            Cargando...
          </p>
        }
      >
        {(durations) => <Categories categories={categoriesOf(durations)} />}
      </QueryContent>
    </section>
  )
}

interface Category {
  name: string
  rows: readonly DisplayDuration[]
}

function Categories({ categories }: { categories: readonly Category[] }) {
  const [name, setName] = useState(categories[0]?.name ?? '')
  const open = categories.find((category) => category.name === name)
  if (!open) return <EmptyState icon={IconClockOff} title="No hay plazos que mostrar" />
  return (
    <Tabs
      look="chips"
      label="Categorías de examen"
      tabs={categories.map((category) => ({ value: category.name, label: category.name }))}
      value={name}
      onChange={setName}
    >
      <PagedTable caption={`Plazos de ${name}`} columns={columns} rows={open.rows} rowKey={(row) => row.id} />
    </Tabs>
  )
}

/** Groups the durations by category. Categories and durations keep the order of the list. */
function categoriesOf(durations: readonly DisplayDuration[]): readonly Category[] {
  const byName = Map.groupBy(
    durations,
    ({ display_duration_exam_categories }) => display_duration_exam_categories.category_name,
  )
  return [...byName].map(([name, rows]) => ({ name, rows }))
}
