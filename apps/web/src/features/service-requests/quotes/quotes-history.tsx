import type { Reply } from '@mi-portal/contract/calls/endpoint'
import type { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, formatTimestamp } from '../../../lib/dates.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useExistingPage } from '../../../ui/existing-page.ts'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { RecordContent } from '../../people/record-content.tsx'
import { AttachedFiles } from '../attached-files.tsx'
import { FactList } from '../fact-list.tsx'
import { RequestState } from '../request-state.tsx'
import { answerBy } from '../service-requests.queries.ts'
import { quotesQuery } from './quotes.queries.ts'

type Quote = Reply<typeof quoteEndpoints.list>['budgets'][number]

interface QuotesHistoryProps {
  patientId: number
  page: number
  onPage(page: number): unknown
  onBack(): unknown
}

/** The quotes requested for a patient, each with its answer in a dialog. */
export function QuotesHistory({ patientId, page, onPage, onBack }: QuotesHistoryProps) {
  const query = useQuery(quotesQuery(patientId, page))
  const [shown, setShown] = useState<Quote>()
  useExistingPage(query.isPlaceholderData ? undefined : query.data, onPage)
  return (
    <>
      <RecordContent query={query} onBack={onBack}>
        {({ budgets, ...paging }) =>
          budgets.length === 0 ? (
            <EmptyState icon={IconFileInvoice} title="No tienes presupuestos solicitados en este historial" />
          ) : (
            <PagedTable
              caption="Presupuestos solicitados"
              columns={columnsWith(setShown)}
              rows={budgets}
              rowKey={({ ID }) => ID}
              paging={{ ...paging, page, noun: 'presupuestos', onPage }}
              stale={query.isPlaceholderData}
            />
          )
        }
      </RecordContent>
      {shown && <QuoteDialog budget={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function columnsWith(onShow: (budget: Quote) => void): readonly Column<Quote>[] {
  return [
    { header: 'Tipo de intervención', role: 'title', cell: (budget) => budget.tipo_intervencion.nombre },
    { header: 'Médico tratante', cell: (budget) => budget.medico_tratante || '—' },
    { header: 'Fecha de recepción', cell: (budget) => formatDay(budget.fecha_recepcion) },
    { header: 'Estado', cell: (budget) => <RequestState {...budget} state={budget.estado} /> },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (budget) => (
        <Button
          size="sm"
          variant="default"
          aria-label={`Ver detalle del presupuesto ${budget.ID}, ${budget.tipo_intervencion.nombre}`}
          onClick={() => onShow(budget)}
        >
          Ver detalle
        </Button>
      ),
    },
  ]
}

function QuoteDialog({ budget, onClose }: { budget: Quote; onClose(): void }) {
  const facts: (readonly [string, string])[] = [
    ['Número', String(budget.ID)],
    ['Tipo de intervención', budget.tipo_intervencion.nombre],
    ...(budget.prevision === null ? [] : [['Previsión', budget.prevision] as const]),
    ['Médico tratante', budget.medico_tratante || '—'],
    ['Fecha de recepción', formatDay(budget.fecha_recepcion)],
    ['Fecha estimada de ingreso', formatDay(budget.fecha_estimada)],
    ...(budget.h_pabellon === null ? [] : [['Horas de pabellón', String(budget.h_pabellon)] as const]),
    ['Autorizas que te contacten', budget.autoriza_contacto ? 'Sí' : 'No'],
    ...(budget.comentarios === '' ? [] : [['Comentarios', budget.comentarios] as const]),
    [
      'Comentario del ejecutivo',
      budget.comentario_ejecutivo ?? `${answerBy} ${formatTimestamp(budget.due_at)}`,
    ],
  ]
  return (
    <Dialog opened title="Detalle del presupuesto" size={680} onClose={onClose}>
      <div className="grid gap-4">
        <FactList facts={facts.map(([label, value]) => ({ label, value }))} />
        {budget.orden_files.length > 0 && (
          <div>
            <p>Orden médica que enviaste</p>
            <AttachedFiles label="Orden médica que enviaste" files={budget.orden_files} />
          </div>
        )}
        <AttachedFiles label="Documentos del presupuesto" files={budget.documentos_files} />
        <ButtonLink
          to="/dashboard/solicitudes/$matter/$id"
          params={{ matter: 'budgets', id: String(budget.ID) }}
        >
          Abrir la conversación
        </ButtonLink>
      </div>
    </Dialog>
  )
}
