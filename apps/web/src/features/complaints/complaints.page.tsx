/** The register of complaints («Reclamos»). The address has filter and page, but not the searched names. */
import {
  type ComplaintFilter,
  complaintColumns,
  complaintFilters,
  complaintStateNames,
  type ListedComplaint,
} from '@mi-portal/contract/complaints'
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconMessageReport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { now } from '../../lib/clock.ts'
import { formatDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { PatientLink } from '../people/staff/patient-link.tsx'
import { formatLastDay } from '../service-requests/complaint-trail.tsx'
import { complaintsQuery, useExportComplaints } from './complaints.queries.ts'

const filterNames: Readonly<Record<ComplaintFilter, string>> = {
  open: 'Por responder',
  late: 'Atrasados',
  sent: 'Respondidos',
  all: 'Todos',
}
const options = complaintFilters.map((state, index) => ({ id: index + 1, name: filterNames[state] }))

const columns: readonly Column<ListedComplaint>[] = [
  {
    header: 'Reclamo',
    role: 'title',
    oneLine: true,
    cell: ({ id, number }) => (
      <TextLink to="/admin/reclamos/$id" params={{ id: String(id) }}>
        {number}
      </TextLink>
    ),
  },
  {
    header: 'Paciente',
    sortName: 'patient_full_name',
    cell: (complaint) => <PatientLink patient={complaint} />,
  },
  { header: 'Sede', sortName: 'site', cell: ({ site }) => site ?? '—' },
  {
    header: 'Recibido',
    sortName: 'received_at',
    oneLine: true,
    cell: ({ received_at }) => formatDay(received_at),
  },
  { header: 'Vence', sortName: 'due_at', oneLine: true, cell: ({ due_at }) => formatLastDay(due_at) },
  { header: 'Estado', cell: (complaint) => <ComplaintStateBadge complaint={complaint} /> },
]

function ComplaintStateBadge({ complaint: { state, sent_at, due_at } }: { complaint: ListedComplaint }) {
  if (sent_at !== null)
    return (
      <StatusBadge look="success" icon={IconCircleCheck}>
        Carta enviada el {formatDay(sent_at)}
      </StatusBadge>
    )
  if (Date.parse(due_at) <= now().getTime())
    return (
      <StatusBadge look="error" icon={IconAlertTriangle}>
        Atrasado · {complaintStateNames[state]}
      </StatusBadge>
    )
  return (
    <StatusBadge look={state === 'review' ? 'info' : 'attention'}>{complaintStateNames[state]}</StatusBadge>
  )
}

export function ComplaintsPage() {
  const { estado: state = 'open' } = useSearch({ strict: false }) as { estado?: ComplaintFilter }
  const list = useListAddress({ usualLimit: 20, columns: complaintColumns })
  const filter = useSearchText()
  const query = useQuery(complaintsQuery({ filter, state }, list))
  const download = useExportComplaints()
  useExistingListPage(list, query)

  return (
    <>
      <PageHeading
        title="Reclamos"
        lead="Ley 20.584, artículo 37: la carta de respuesta vence a los 15 días hábiles, y la firman dos personas."
      >
        <Button
          variant="outline"
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate({ filter, state })}
        >
          Descargar CSV
        </Button>
      </PageHeading>
      {download.isError && <ErrorNotice error={download.error} />}
      <section
        className="mb-4 grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-end gap-4 max-desktop:grid-cols-1"
        aria-label="Buscar reclamos"
      >
        <SearchField label="Número o paciente" value={filter} onSearch={list.search} />
        <SelectField
          label="Estado"
          options={options}
          value={String(complaintFilters.indexOf(state) + 1)}
          onChange={(chosen) => {
            const estado = complaintFilters[Number(chosen) - 1]
            void list.show({ estado: estado === 'open' ? undefined : estado })
          }}
        />
      </section>
      <QueryContent query={query}>
        {({ complaints, ...paging }) =>
          complaints.length === 0 ? (
            <EmptyState
              icon={IconMessageReport}
              title={
                filter === '' ? 'No hay reclamos en este estado' : 'No encontramos reclamos con esa búsqueda'
              }
            />
          ) : (
            <PagedTable
              caption={`Reclamos: ${filterNames[state].toLowerCase()}`}
              columns={columns}
              rows={complaints}
              rowKey={({ id }) => id}
              {...list.describeTable(paging, 'reclamos')}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
    </>
  )
}
