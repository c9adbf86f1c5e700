/** Lists the user's document requests with their answers, and opens the dialog for a new request. */

import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import type { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { IconFilePlus, IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatDay, formatTimestamp } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useExistingPage } from '../../../ui/existing-page.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { AttachedFiles } from '../attached-files.tsx'
import { RequestState } from '../request-state.tsx'
import { answerBy } from '../service-requests.queries.ts'
import { documentRequestsQuery } from './documents.queries.ts'

const DocumentRequestDialog = lazyComponent(
  async () => (await import('./document-request-dialog.tsx')).DocumentRequestDialog,
)

type DocumentRequest = Reply<typeof documentEndpoints.list>['requests'][number]

interface DocumentsPanelProps {
  ownId: number
  memberId?: number
  page: number
  onPage(page: number): unknown
  /** Whether the dialog is open from the start. */
  asking?: boolean
}

export function DocumentsPanel({ ownId, memberId, page, onPage, asking = false }: DocumentsPanelProps) {
  const [opened, setOpened] = useState(asking)
  const query = useQuery(documentRequestsQuery(memberId ?? ownId, page))
  useExistingPage(query.isPlaceholderData ? undefined : query.data, onPage)
  const button = (
    <Button
      leftSection={<IconFilePlus size={20} stroke={1.75} aria-hidden />}
      onClick={() => setOpened(true)}
    >
      Solicitar documento
    </Button>
  )
  return (
    <>
      <QueryContent query={query}>
        {({ requests, ...paging }) =>
          requests.length === 0 ? (
            <EmptyState icon={IconFiles} title="Aún no tienes documentos solicitados" action={button}>
              Te responderemos en un plazo de {describePromise(portal.clinic.promises.documents)}.
            </EmptyState>
          ) : (
            <>
              <div className="flex justify-end mb-4 max-desktop:*:w-full">{button}</div>
              <PagedTable
                caption="Documentos solicitados"
                columns={columns}
                rows={requests}
                rowKey={({ id }) => id}
                paging={{ ...paging, page, noun: 'solicitudes', onPage }}
                stale={query.isPlaceholderData}
              />
            </>
          )
        }
      </QueryContent>
      {opened && (
        <Suspense>
          <DocumentRequestDialog ownId={ownId} memberId={memberId} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

const columns: readonly Column<DocumentRequest>[] = [
  {
    header: 'Documento',
    role: 'title',
    cell: ({ document, id }) => (
      <TextLink to="/dashboard/solicitudes/$matter/$id" params={{ matter: 'documents', id: String(id) }}>
        {document.name}
      </TextLink>
    ),
  },
  { header: 'Número', cell: ({ id }) => String(id) },
  { header: 'Paciente', cell: ({ patient_full_name }) => patient_full_name },
  { header: 'Fecha de solicitud', cell: ({ application_date }) => formatDay(application_date) },
  { header: 'Estado', cell: (request) => <RequestState {...request} /> },
  {
    header: 'Respuesta',
    cell: ({ answer, due_at, files, document }) =>
      answer === null ? (
        `${answerBy} ${formatTimestamp(due_at)}`
      ) : (
        <div className="grid gap-2 whitespace-pre-line wrap-anywhere">
          <p>{answer}</p>
          <AttachedFiles label={`Archivos de ${document.name}`} files={files} />
        </div>
      ),
  },
]
