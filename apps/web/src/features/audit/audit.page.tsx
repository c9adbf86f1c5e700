/**
 * The audit log («Registro»): who did what with which patient's data. The address has action, days and page, but
 * not typed names.
 */
import { type AuditEvent, auditColumns } from '@mi-portal/contract/audit'
import { IconDownload, IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState, useSearch } from '@tanstack/react-router'
import { formatTimestamp, today } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { type AuditFilter, actionsQuery, auditLogQuery, useExportAuditLog } from './audit.queries.ts'

const smallLook = 'block type-meta text-muted wrap-anywhere'

const roleNames: Readonly<Record<string, string>> = {
  STANDART_ROLE: 'Paciente',
  ADMIN_ROLE: 'Administrador',
  SUPER_ADMIN_ROLE: 'Superadministrador',
  guardian: 'Representante',
  leader: 'Líder de grupo familiar',
  share: 'Enlace compartido',
  system: 'Sistema',
  service: 'Cuenta de servicio',
  anonymous: 'Sin iniciar sesión',
}

const columns: readonly Column<AuditEvent>[] = [
  {
    header: 'Cuándo',
    sortName: 'at',
    oneLine: true,
    cell: ({ at }) => formatTimestamp(at),
  },
  {
    header: 'Quién',
    role: 'title',
    oneLine: true,
    cell: ({ actor, actor_role }) => (
      <>
        <span className="block font-strong text-strong">
          {actor?.name ?? roleNames[actor_role] ?? actor_role}
        </span>
        {actor && <span className={smallLook}>{roleNames[actor_role] ?? actor_role}</span>}
      </>
    ),
  },
  {
    header: 'Qué hizo',
    cell: ({ action_name, object, detail, outcome }) => (
      <>
        {action_name} {outcome === 'refused' && <StatusBadge look="error">Rechazado</StatusBadge>}
        {(object || detail) && (
          <span className={smallLook}>{[object, detail].filter(Boolean).join(' · ')}</span>
        )}
      </>
    ),
  },
  { header: 'De quién', cell: ({ patients }) => <Patients patients={patients} /> },
  { header: 'Dirección IP', cell: ({ ip }) => ip ?? '—' },
]

/** Shows whose data an entry is about. The read of a list names everyone inside. */
function Patients({ patients }: Pick<AuditEvent, 'patients'>) {
  const [first, ...others] = patients
  if (first === undefined) return '—'
  if (others.length === 0) return <span className="type-meta block">{first.name}</span>
  return (
    <details className="type-meta">
      <summary>{patients.length} personas</summary>
      <ul className="mx-0 mt-1 mb-0 pl-4">
        {patients.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </details>
  )
}

export function AuditPage() {
  const { accion, desde, hasta, persona } = useSearch({ strict: false })
  const list = useListAddress({ usualLimit: 20, columns: auditColumns })
  const person = useSearchText()
  const staff = useRouterState({ select: (state) => state.location.state.staff ?? '' })
  const filter: AuditFilter = {
    person,
    staff,
    patientId: persona,
    action: accion,
    from: desde,
    to: hasta,
    page: list.page,
    limit: list.limit,
    order: list.order,
  }
  const query = useQuery(auditLogQuery(filter))
  const actions = useQuery(actionsQuery)
  const download = useExportAuditLog()
  const lastDay = today()
  const names = actions.data ?? []
  const chosen = names.findIndex(({ id }) => id === accion) + 1

  useExistingListPage(list, query)

  return (
    <>
      <PageHeading title="Registro de accesos" lead="Quién vio o cambió qué, de quién, cuándo y desde dónde.">
        <Button
          variant="outline"
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(filter)}
        >
          Descargar CSV
        </Button>
      </PageHeading>
      <section
        className="grid grid-cols-3 items-end gap-4 mb-4 max-desktop:grid-cols-1"
        aria-label="Buscar en el registro"
      >
        <SearchField label="De quién son los datos" value={person} onSearch={list.search} />
        <SearchField
          label="Quién actuó"
          value={staff}
          onSearch={(text) => list.show({}, { texts: { staff: text }, replace: true })}
        />
        <SelectField
          label="Acción"
          options={[{ id: 0, name: 'Todas' }, ...names.map(({ name }, index) => ({ id: index + 1, name }))]}
          value={String(chosen)}
          loading={actions.isPending}
          onChange={(index) => list.show({ accion: names[Number(index) - 1]?.id })}
        />
        <div className="grid col-span-full grid-cols-[repeat(2,minmax(0,13.75rem))] gap-4 max-desktop:grid-cols-1">
          <DateField
            label="Desde"
            value={desde ?? ''}
            max={hasta ?? lastDay}
            opensAt={lastDay}
            autoComplete="off"
            description="Por ejemplo, 01/11/2026."
            onChange={(day) => list.show({ desde: day || undefined })}
          />
          <DateField
            label="Hasta"
            value={hasta ?? ''}
            min={desde}
            max={lastDay}
            opensAt={lastDay}
            autoComplete="off"
            description="Por ejemplo, 30/11/2026."
            onChange={(day) => list.show({ hasta: day || undefined })}
          />
        </div>
      </section>
      {persona !== undefined && (
        <div className="mb-4">
          <Notice
            kind="info"
            title={`Solo los accesos a los datos de ${query.data?.events.find(({ patient }) => patient?.id === persona)?.patient?.name ?? 'una persona'}`}
            actions={
              <Button size="xs" variant="subtle" onClick={() => list.show({ persona: undefined })}>
                Ver los de todas las personas
              </Button>
            }
          />
        </div>
      )}
      <QueryContent query={query}>
        {(found) =>
          found.events.length === 0 ? (
            <EmptyState
              icon={IconListSearch}
              title="No encontramos accesos con esta búsqueda"
              action={
                <Button
                  variant="outline"
                  onClick={() =>
                    list.show(
                      { persona: undefined, accion: undefined, desde: undefined, hasta: undefined },
                      { texts: { searchText: '', staff: '' } },
                    )
                  }
                >
                  Ver todos
                </Button>
              }
            />
          ) : (
            <PagedTable
              caption="Registro de accesos"
              columns={columns}
              rows={found.events}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              {...list.describeTable(found, 'accesos')}
            />
          )
        }
      </QueryContent>
      {download.isError && (
        <ResultDialog
          opened
          kind="error"
          error={download.error}
          title="No ha sido posible exportar"
          onClose={download.reset}
        >
          {download.error.message}
        </ResultDialog>
      )}
    </>
  )
}
