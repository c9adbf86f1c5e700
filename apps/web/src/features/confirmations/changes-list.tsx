/** The list of the changes that wait for a second member of staff, or of the decided ones. */
import {
  type Confirmation,
  confirmationColumns,
  confirmationLabels,
  rejectionReasonLabels,
} from '@mi-portal/contract/confirmations'
import type { Notified } from '@mi-portal/contract/notified'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { NotifiedNotice } from '../../ui/notified-notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ChangedValues } from './changed-values.tsx'
import { confirmationsQuery, type ListedState } from './confirmations.queries.ts'
import { DecideDialog, type DecisionAction } from './decide-dialog.tsx'

type Decision = { readonly change: Confirmation; readonly action: DecisionAction }

const described: readonly Column<Confirmation>[] = [
  {
    header: 'Persona',
    role: 'title',
    cell: ({ subject }) => `${subject.full_name} (${subject.document})`,
  },
  {
    header: 'Cambio',
    sortName: 'kind',
    cell: ({ kind, changes }) => (
      <div>
        {confirmationLabels[kind]}
        <ChangedValues changes={changes} />
      </div>
    ),
  },
  {
    header: 'Lo pidió',
    sortName: 'requested_at',
    cell: ({ requested_by, requested_at }) => `${requested_by}, ${formatTimestamp(requested_at)}`,
  },
]

const expiry: Column<Confirmation> = {
  header: 'Plazo',
  cell: ({ expires_at, effective_at }) =>
    effective_at === null
      ? `Vence ${formatTimestamp(expires_at)}`
      : `Se hará ${formatTimestamp(effective_at)}: no hay otra persona que lo confirme`,
}

const outcomes = {
  pendiente: { label: 'Pendiente', look: 'attention' },
  confirmada: { label: 'Confirmada', look: 'success' },
  rechazada: { label: 'Rechazada', look: 'attention' },
  retirada: { label: 'Retirada', look: 'attention' },
  vencida: { label: 'Vencida', look: 'attention' },
} as const

const outcome: Column<Confirmation> = {
  header: 'Decisión',
  cell: ({ state, decided_by, decided_at, rejection_reason }) => (
    <div>
      <StatusBadge look={outcomes[state].look}>{outcomes[state].label}</StatusBadge>{' '}
      {[decided_by, decided_at === null ? null : formatTimestamp(decided_at)].filter(Boolean).join(', ')}
      {rejection_reason !== null && <p>Motivo: {rejectionReasonLabels[rejection_reason]}</p>}
    </div>
  ),
}

const decidedTitles: Readonly<Record<DecisionAction, string>> = {
  confirm: 'El cambio quedó confirmado',
  reject: 'El cambio quedó rechazado',
  withdraw: 'La petición quedó retirada',
}

export function ChangesList({ state }: { state: ListedState }) {
  const list = useListAddress({ columns: confirmationColumns })
  const query = useQuery(confirmationsQuery(state, list))
  const [decision, setDecision] = useState<Decision | null>(null)
  const [done, setDone] = useState<{ readonly title: string; readonly answer: Notified } | null>(null)
  useExistingListPage(list, query)

  const decide: Column<Confirmation> = {
    header: 'Decidir',
    role: 'actions',
    cell: (change) => {
      const openButton = (label: string, action: DecisionAction) => (
        <Button
          size="xs"
          variant={action === 'confirm' ? 'soft' : 'text'}
          onClick={() => {
            setDone(null)
            setDecision({ change, action })
          }}
        >
          {label}
        </Button>
      )
      return (
        <>
          {change.may_withdraw && openButton('Retirar', 'withdraw')}
          {change.may_decide && openButton('Rechazar', 'reject')}
          {change.may_decide && change.not_confirmable === null && openButton('Confirmar', 'confirm')}
          {change.not_confirmable !== null && <p>{change.not_confirmable}</p>}
        </>
      )
    },
  }

  return (
    <>
      {done && <NotifiedNotice {...done} />}
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
              columns={[...described, ...(state === 'pendiente' ? [expiry, decide] : [outcome])]}
              rows={found.confirmations}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              {...list.describeTable(found, 'cambios')}
            />
          )
        }
      </QueryContent>
      {decision && (
        <DecideDialog
          {...decision}
          onDecided={(answer) => {
            setDone({ title: decidedTitles[decision.action], answer })
            setDecision(null)
          }}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  )
}
