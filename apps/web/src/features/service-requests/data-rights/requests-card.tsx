/** The requests about personal data with receipt, last day and answer, and the button for a new one. */
import { type DataRequest, dataRequestNames } from '@mi-portal/contract/service-requests/data-rights'
import { IconFilePlus, IconGavel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { DataCard } from '../../../ui/data-card.tsx'
import { useExistingPage } from '../../../ui/existing-page.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { AttachedFiles } from '../attached-files.tsx'
import { RequestState } from '../request-state.tsx'
import { dataRequestsQuery } from './data-rights.queries.ts'

const DataRequestDialog = lazyComponent(
  async () => (await import('./data-request-dialog.tsx')).DataRequestDialog,
)

interface RequestsCardProps {
  ownId: number
  page: number
  onPage(page: number): unknown
}

export function RequestsCard({ ownId, page, onPage }: RequestsCardProps) {
  const [asking, setAsking] = useState(false)
  const query = useQuery(dataRequestsQuery(page))
  useExistingPage(query.isPlaceholderData ? undefined : query.data, onPage)
  return (
    <DataCard
      title="Solicitudes sobre mis datos"
      icon={IconGavel}
      wide
      action={
        <Button
          leftSection={<IconFilePlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Hacer una solicitud
        </Button>
      }
    >
      <p>Pide ver, corregir, borrar o llevarte tus datos. Es gratis.</p>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-strong text-link">
          Todos tus derechos
        </summary>
        <p>
          Acceso, rectificación, supresión, oposición, portabilidad y bloqueo de tus datos, o de los de una
          persona menor de edad a tu cuidado. Te damos un número de recepción.
        </p>
      </details>
      <QueryContent query={query}>
        {({ requests, ...paging }) =>
          requests.length === 0 ? (
            <p className="text-strong!">Aún no has hecho solicitudes sobre tus datos.</p>
          ) : (
            <PagedTable
              caption="Solicitudes sobre mis datos"
              columns={columns}
              rows={requests}
              rowKey={({ id }) => id}
              paging={{ ...paging, page, noun: 'solicitudes', onPage }}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
      {asking && (
        <Suspense>
          <DataRequestDialog ownId={ownId} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </DataCard>
  )
}

const columns: readonly Column<DataRequest>[] = [
  {
    header: 'Solicitud',
    role: 'title',
    cell: ({ right, receipt }) => (
      <>
        {dataRequestNames[right]}
        <span className="block type-meta text-muted">{receipt}</span>
      </>
    ),
  },
  {
    header: 'Paciente',
    cell: ({ patient_full_name, is_own }) => (
      <>
        {patient_full_name}
        {!is_own && <span className="block type-meta text-muted">La pidió quien te representa</span>}
      </>
    ),
  },
  {
    header: 'Plazo',
    cell: ({ created_at, due_on, extension_reason }) => (
      <>
        {formatDay(due_on)}
        <span className="block type-meta text-muted">Recibida el {formatDay(created_at)}</span>
        {extension_reason && (
          <span className="block type-meta text-muted">Extendimos el plazo: {extension_reason}</span>
        )}
      </>
    ),
  },
  { header: 'Estado', cell: ({ state }) => <RequestState state={state} /> },
  {
    header: 'Respuesta',
    cell: ({ answer, files, receipt }) =>
      answer === null ? (
        '—'
      ) : (
        <div className="grid gap-2 whitespace-pre-line wrap-anywhere">
          <p>{answer}</p>
          <AttachedFiles label={`Archivos de ${receipt}`} files={files} />
        </div>
      ),
  },
]
