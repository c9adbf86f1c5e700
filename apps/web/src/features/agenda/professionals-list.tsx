/** Lists the professionals. The search text is stored in the history entry, not in the address. */
import { type CalendarProfessional, professionalColumns } from '@mi-portal/contract/agenda/professionals'
import { formatRun } from '@mi-portal/contract/values/run'
import { IconCalendarWeek, IconPencil, IconSearch, IconStethoscope, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { professionalsQuery } from './agenda.queries.ts'

const address = '/admin/agenda'

const columns: readonly Column<CalendarProfessional>[] = [
  {
    header: 'Profesional',
    role: 'title',
    sortName: 'name',
    cell: ({ name, active }) => (
      <>
        {name} {!active && <StatusBadge look="neutral">Inactivo</StatusBadge>}
      </>
    ),
  },
  {
    header: 'RUT',
    sortName: 'rut',
    cell: ({ rut }) => <span className="whitespace-nowrap">{formatRun(rut)}</span>,
  },
  {
    header: 'Atiende',
    cell: ({ specialties }) => specialties.map(({ name }) => name).join(', ') || 'Sin calendario',
  },
  {
    header: 'Acciones',
    role: 'actions',
    cell: ({ id, name }) => (
      <>
        <ButtonLink
          to={address}
          search={{ profesional: id }}
          size="xs"
          variant="light"
          aria-label={`Ver agenda de ${name}`}
          leftSection={<IconCalendarWeek size={18} stroke={1.75} aria-hidden />}
        >
          Ver agenda
        </ButtonLink>
        <ButtonLink
          to={address}
          search={{ profesional: id, editar: true }}
          size="xs"
          variant="default"
          aria-label={`Editar a ${name}`}
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
        >
          Editar
        </ButtonLink>
      </>
    ),
  },
]

export function ProfessionalsList() {
  const list = useListAddress({ columns: professionalColumns })
  const searchText = useSearchText()
  const query = useQuery(professionalsQuery(searchText, list))
  useExistingListPage(list, query)

  return (
    <>
      <section
        className="grid grid-cols-[minmax(0,30rem)_auto] items-end justify-between gap-4 mb-4 max-desktop:grid-cols-1"
        aria-label="Buscar profesionales"
      >
        <SearchField label="Buscar por nombre o RUT" value={searchText} onSearch={list.search} />
        <ButtonLink
          to={address}
          search={{ ver: 'nuevo' }}
          leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
        >
          Crear profesional
        </ButtonLink>
      </section>
      <QueryContent query={query}>
        {(found) =>
          found.professionals.length === 0 ? (
            <EmptyState
              icon={searchText === '' ? IconStethoscope : IconSearch}
              title={
                searchText === ''
                  ? 'Todavía no hay profesionales'
                  : 'No encontramos profesionales con esta búsqueda'
              }
              action={
                searchText !== '' && (
                  <Button variant="outline" onClick={() => list.search('')}>
                    Ver todos
                  </Button>
                )
              }
            />
          ) : (
            <PagedTable
              caption="Profesionales"
              columns={columns}
              rows={found.professionals}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              {...list.describeTable(found, 'profesionales')}
            />
          )
        }
      </QueryContent>
    </>
  )
}
