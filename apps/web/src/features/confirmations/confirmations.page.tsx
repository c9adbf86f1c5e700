/** «Por confirmar»: the changes that one member of staff requested and another has to confirm. */
import type { Confirmation, ConfirmationKind } from '@mi-portal/contract/confirmations'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { confirmationsQuery, type ListedState, useDecideConfirmation } from './confirmations.queries.ts'

const kindLabels: Readonly<Record<ConfirmationKind, string>> = {
  'second-factor-reset': 'Quitar el segundo factor',
}

/** What confirming a change does, as the dialog explains it. */
const kindEffects: Readonly<Record<ConfirmationKind, string>> = {
  'second-factor-reset':
    'Su cuenta dejará de pedir un código y se cerrarán sus sesiones. Le avisaremos por e-mail. Confirma solo si comprobaste quién lo pide.',
}

const tabs = [
  { value: 'pendiente', label: 'Pendientes' },
  { value: 'resuelta', label: 'Resueltas' },
] as const satisfies readonly { value: ListedState; label: string }[]

type Decision = { readonly change: Confirmation; readonly isConfirmed: boolean }

const described: readonly Column<Confirmation>[] = [
  {
    header: 'Persona',
    role: 'title',
    cell: ({ subject }) => `${subject.full_name} (${subject.document})`,
  },
  { header: 'Cambio', cell: ({ kind }) => kindLabels[kind] },
  {
    header: 'Lo pidió',
    cell: ({ requested_by, requested_at }) => `${requested_by}, ${formatTimestamp(requested_at)}`,
  },
]

const outcome: Column<Confirmation> = {
  header: 'Decisión',
  cell: ({ state, decided_by, decided_at }) => (
    <>
      <StatusBadge look={state === 'confirmada' ? 'success' : 'attention'}>
        {state === 'confirmada' ? 'Confirmada' : 'Rechazada'}
      </StatusBadge>{' '}
      {decided_by}
      {decided_at !== null && `, ${formatTimestamp(decided_at)}`}
    </>
  ),
}

export function ConfirmationsPage() {
  const { page = 1 } = useSearch({ strict: false })
  const [state, setState] = useState<ListedState>('pendiente')
  const navigate = useNavigate()
  const query = useQuery(confirmationsQuery(state, page))
  const [decision, setDecision] = useState<Decision | null>(null)
  const show = (to: number, replace = false) =>
    navigate({ to: '/admin/por-confirmar', search: { page: to === 1 ? undefined : to }, replace })
  useExistingPage(query.isPlaceholderData ? undefined : query.data, (to) => show(to, true))

  const decide: Column<Confirmation> = {
    header: 'Decidir',
    role: 'actions',
    cell: (change) => (
      <>
        {change.may_reject && (
          <Button
            size="xs"
            variant="outline"
            danger
            onClick={() => setDecision({ change, isConfirmed: false })}
          >
            {change.may_confirm ? 'Rechazar' : 'Retirar'}
          </Button>
        )}
        {change.may_confirm && (
          <Button size="xs" onClick={() => setDecision({ change, isConfirmed: true })}>
            Confirmar
          </Button>
        )}
      </>
    ),
  }

  return (
    <>
      <PageHeading
        title="Por confirmar"
        lead="Cambios que pide una persona del equipo y confirma otra. Nadie confirma lo que pidió ni lo suyo."
      />
      <PageTabs
        label="Por confirmar"
        tabs={tabs}
        value={state}
        onChange={(to) => {
          setState(to)
          void show(1, true)
        }}
      >
        <QueryContent query={query}>
          {(found) =>
            found.confirmations.length === 0 ? (
              <EmptyState
                icon={IconUserCheck}
                title={state === 'pendiente' ? 'No hay cambios por confirmar' : 'No hay cambios resueltos'}
              />
            ) : (
              <PagedTable
                caption={state === 'pendiente' ? 'Cambios por confirmar' : 'Cambios resueltos'}
                columns={[...described, state === 'pendiente' ? decide : outcome]}
                rows={found.confirmations}
                rowKey={({ id }) => id}
                stale={query.isPlaceholderData}
                paging={{ ...found, noun: 'cambios', onPage: show }}
              />
            )
          }
        </QueryContent>
      </PageTabs>
      {decision && <DecideDialog {...decision} onClose={() => setDecision(null)} />}
    </>
  )
}

function DecideDialog({ change, isConfirmed, onClose }: Decision & { onClose(): void }) {
  const decide = useDecideConfirmation()
  const label = isConfirmed ? 'Confirmar' : change.may_confirm ? 'Rechazar' : 'Retirar'
  return (
    <ConfirmDialog
      opened
      danger={!isConfirmed}
      title={`¿${label} «${kindLabels[change.kind]}» de ${change.subject.full_name}?`}
      confirm={label}
      loading={decide.isPending}
      onConfirm={() => decide.mutate({ id: change.id, isConfirmed }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {decide.isError && <ErrorNotice error={decide.error} />}
      <p>{isConfirmed ? kindEffects[change.kind] : 'El cambio no se hará. Se puede pedir de nuevo.'}</p>
    </ConfirmDialog>
  )
}
