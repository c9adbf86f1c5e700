/** The administrators' list of publications: search, filter, pages, and buttons to enable or disable each. */
import { findPeriodState } from '@mi-portal/contract/audience'
import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import { publicationColumns } from '@mi-portal/contract/publishing/publications'
import { IconEyeOff, IconPencil, IconPlus, IconSearch } from '@tabler/icons-react'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { PageState } from '../../ui/page-picker.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useGenders } from './publication-fields.tsx'

interface Listed {
  readonly id: number
  readonly from_age: number
  readonly to_age: number
  readonly gender_id: number
  readonly shown_from: string | null
  readonly shown_until: string | null
}

export interface PublicationFilter extends OrderedPage<typeof publicationColumns> {
  searchText: string
  /** Whether patients see the publication; undefined for both. */
  visible: boolean | undefined
}

/** Reads the filter of a list of publications from the address and the history. */
export function usePublicationFilter(): PublicationFilter {
  const { visible } = useSearch({ strict: false })
  const { page, limit, order } = useListAddress({ columns: publicationColumns })
  return { searchText: useSearchText(), visible, page, limit, order }
}

interface PublicationsListProps<Row extends Listed> {
  title: string
  noun: string
  create: { label: string; to: '/admin/control-prevencion/crear' | '/admin/anuncios/crear' }
  edit: '/admin/control-prevencion/editar/$id' | '/admin/anuncios/editar/$id'
  filter: PublicationFilter
  query: UseQueryResult<PageState & { rows: readonly Row[] }>
  /** The columns that describe the publication; the first is its title. */
  columns: readonly Column<Row>[]
  nameOf(row: Row): string
  isVisible(row: Row): boolean
  toggling: UseMutationResult<unknown, Error, { id: number; visible: boolean }>
}

const statuses = [
  { id: 0, name: 'Todos' },
  { id: 1, name: 'Habilitado' },
  { id: 2, name: 'Deshabilitado' },
]

const periodStates = {
  scheduled: { look: 'info', name: 'Programado' },
  current: { look: 'success', name: 'Habilitado' },
  ended: { look: 'neutral', name: 'Terminado' },
} as const

/** What patients see of a publication now, and until or from when. */
function State({ row, isEnabled }: { row: Listed; isEnabled: boolean }) {
  if (!isEnabled) return <StatusBadge look="neutral">Deshabilitado</StatusBadge>
  const state = findPeriodState(row, now())
  const { look, name } = periodStates[state]
  const moment = state === 'scheduled' ? row.shown_from : row.shown_until
  return (
    <>
      <StatusBadge look={look}>{name}</StatusBadge>
      {moment !== null && (
        <p className="type-meta text-muted">
          {state === 'scheduled' ? 'Desde el' : state === 'ended' ? 'El' : 'Hasta el'}{' '}
          {formatTimestamp(moment)}
        </p>
      )}
    </>
  )
}

export function PublicationsList<Row extends Listed>(props: PublicationsListProps<Row>) {
  const { filter, query, toggling } = props
  const genders = useGenders()
  const list = useListAddress({ columns: publicationColumns })
  useExistingListPage(list, query)
  const filtered = filter.searchText !== '' || filter.visible !== undefined

  const columns: readonly Column<Row>[] = [
    ...props.columns,
    {
      header: 'Edad',
      sortName: 'from_age',
      oneLine: true,
      cell: ({ from_age, to_age }) => `${from_age} a ${to_age} años`,
    },
    {
      header: 'Género',
      cell: ({ gender_id }) => genders.options.find(({ id }) => id === gender_id)?.name ?? '—',
    },
    {
      header: 'Estado',
      cell: (row) => <State row={row} isEnabled={props.isVisible(row)} />,
    },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (row): ReactNode => (
        <>
          <ButtonLink
            to={props.edit}
            params={{ id: String(row.id) }}
            size="xs"
            variant="subtle"
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            aria-label={`Editar ${props.nameOf(row)}`}
          >
            Editar
          </ButtonLink>
          <Button
            size="xs"
            variant="subtle"
            loading={toggling.isPending && toggling.variables.id === row.id}
            aria-label={`${props.isVisible(row) ? 'Deshabilitar' : 'Habilitar'} ${props.nameOf(row)}`}
            onClick={() => toggling.mutate({ id: row.id, visible: !props.isVisible(row) })}
          >
            {props.isVisible(row) ? 'Deshabilitar' : 'Habilitar'}
          </Button>
        </>
      ),
    },
  ]

  return (
    <>
      <PageHeading title={props.title}>
        <ButtonLink to={props.create.to} leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}>
          {props.create.label}
        </ButtonLink>
      </PageHeading>
      <section
        className="grid grid-cols-[minmax(0,30rem)_auto] items-end justify-start gap-4 mb-4 max-desktop:grid-cols-1"
        aria-label={`Buscar ${props.noun}`}
      >
        <SearchField label={`Buscar ${props.noun}`} value={filter.searchText} onSearch={list.search} />
        <SelectField
          label="Estado"
          options={statuses}
          value={filter.visible === undefined ? '0' : filter.visible ? '1' : '2'}
          onChange={(chosen) => list.show({ visible: chosen === '0' ? undefined : chosen === '1' })}
        />
      </section>
      {toggling.isError && (
        <div className="mb-4">
          <ErrorNotice error={toggling.error} />
        </div>
      )}
      <QueryContent query={query}>
        {(found) =>
          found.rows.length === 0 ? (
            <EmptyState
              icon={filtered ? IconSearch : IconEyeOff}
              title={filtered ? `No encontramos ${props.noun} con esta búsqueda` : `Aún no hay ${props.noun}`}
              action={
                filtered ? (
                  <Button
                    variant="outline"
                    onClick={() => list.show({ visible: undefined }, { texts: { searchText: '' } })}
                  >
                    Ver todos
                  </Button>
                ) : (
                  <ButtonLink to={props.create.to} variant="soft">
                    {props.create.label}
                  </ButtonLink>
                )
              }
            />
          ) : (
            <PagedTable
              caption={props.title}
              columns={columns}
              rows={found.rows}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              {...list.describeTable(found, props.noun)}
            />
          )
        }
      </QueryContent>
    </>
  )
}
