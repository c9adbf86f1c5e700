/**
 * Lists received and sent requests, newest first. A pending received request can be decided. A pending sent request can
 * be withdrawn.
 */

import {
  decisionReasons,
  type FamilyRequest,
  requestStatus,
  seenEvidence,
} from '@mi-portal/contract/family/requests'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { delayMs } from '../../../ui/tokens.ts'
import { EndLinkDialog } from '../end-link.tsx'
import classes from '../family.module.css'
import { type Family, receivedQuery, sentQuery, useResendInvitation } from '../family.queries.ts'
import { ReviewDialog } from './review-dialog.tsx'

interface RequestsProps {
  family: Family
  /** The request that the address names. */
  requestId?: number
  /** Whether the viewer can withdraw sent requests. */
  canWithdraw: boolean
}

export function Requests({ family, requestId, canWithdraw }: RequestsProps) {
  const received = useQuery(receivedQuery(family))
  const sent = useQuery(sentQuery(family))
  const resend = useResendInvitation()
  const [reviewing, setReviewing] = useState<FamilyRequest | null>(null)
  const [withdrawing, setWithdrawing] = useState<FamilyRequest | null>(null)
  return (
    <>
      <section className={classes.table} aria-labelledby="solicitudes-recibidas">
        <h2 id="solicitudes-recibidas">Solicitudes recibidas</h2>
        <QueryContent query={received} skeleton={<RowSkeletons count={2} />}>
          {(requests) => (
            <Table
              caption="Solicitudes recibidas"
              who="Solicitante"
              buildPersonFields={(request) => request.applicant_patient}
              requests={requests}
              requestId={requestId}
              action={(request) => (
                <Button
                  size="xs"
                  aria-label={`Revisar la solicitud de ${formatFullName(request.applicant_patient)}`}
                  onClick={() => setReviewing(request)}
                >
                  Revisar
                </Button>
              )}
            />
          )}
        </QueryContent>
      </section>
      <section className={classes.table} aria-labelledby="solicitudes-enviadas">
        <h2 id="solicitudes-enviadas">Solicitudes enviadas</h2>
        {resend.isError && <ErrorNotice error={resend.error} />}
        {resend.isSuccess && (
          <Notice
            kind="success"
            announce
            title="Enviamos otra vez la invitación. El enlace anterior ya no sirve."
          />
        )}
        <QueryContent query={sent} skeleton={<RowSkeletons count={2} />}>
          {(requests) => (
            <Table
              caption="Solicitudes enviadas"
              who="Integrante"
              buildPersonFields={(request) => request.family_patient}
              requests={requests}
              requestId={requestId}
              action={
                canWithdraw
                  ? (request) => (
                      <>
                        {!family.asStaff && (
                          <Button
                            size="xs"
                            variant="subtle"
                            aria-label={`Enviar otra vez la invitación a ${formatFullName(request.family_patient)}`}
                            loading={resend.isPending && resend.variables === request.id}
                            onClick={() => resend.mutate(request.id)}
                          >
                            Enviar otra vez
                          </Button>
                        )}
                        <Button
                          size="xs"
                          variant="subtle"
                          aria-label={`Retirar la solicitud a ${formatFullName(request.family_patient)}`}
                          onClick={() => setWithdrawing(request)}
                        >
                          Retirar
                        </Button>
                      </>
                    )
                  : undefined
              }
            />
          )}
        </QueryContent>
      </section>
      {reviewing && (
        <ReviewDialog request={reviewing} asStaff={family.asStaff} onClose={() => setReviewing(null)} />
      )}
      {withdrawing && (
        <EndLinkDialog
          asStaff={family.asStaff}
          linkId={withdrawing.family_id}
          title={`¿Quieres retirar la solicitud a ${formatFullName(withdrawing.family_patient)}?`}
          confirm="RETIRAR"
          onClose={() => setWithdrawing(null)}
        >
          La persona ya no podrá aceptarla.
        </EndLinkDialog>
      )}
    </>
  )
}

interface TableProps {
  caption: string
  who: string
  buildPersonFields(request: FamilyRequest): FamilyRequest['applicant_patient']
  requests: readonly FamilyRequest[]
  requestId?: number
  /** The action for a pending request. */
  action?(request: FamilyRequest): React.ReactNode
}

function Table({ caption, who, buildPersonFields, requests, requestId, action }: TableProps) {
  const highlighted = useHighlighted(requestId)
  if (requests.length === 0)
    return <p className="portal-card py-6 px-4 text-center text-muted">Sin solicitudes</p>
  const columns: Column<FamilyRequest>[] = [
    {
      header: who,
      role: 'title',
      cell: (request) => {
        const name = formatFullName(buildPersonFields(request))
        return (
          <span className="flex items-center gap-3">
            <Initials name={name} size={38} />
            <span className="font-strong text-strong wrap-anywhere">{name}</span>
          </span>
        )
      },
    },
    { header: 'Relación', cell: ({ type_relationship }) => type_relationship.name },
    { header: 'Fecha', cell: ({ request_creation_date }) => formatDay(request_creation_date) },
    { header: 'Estado', cell: (request) => <Status request={request} /> },
  ]
  if (action && requests.some(isPending)) {
    columns.push({
      header: 'Acción',
      role: 'actions',
      cell: (request) => isPending(request) && action(request),
    })
  }
  return (
    <PagedTable
      caption={caption}
      columns={columns}
      rows={requests}
      rowKey={({ id }) => id}
      isHighlighted={({ id }) => id === highlighted}
      isTarget={({ id }) => id === requestId}
    />
  )
}

/**
 * Returns the id for the first three seconds after the table is shown, so that its row is highlighted; then undefined.
 */
function useHighlighted(id: number | undefined): number | undefined {
  const [faded, setFaded] = useState<number>()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => setFaded(id), delayMs.rowHighlight)
    return () => clearTimeout(timer)
  }, [id])
  return id === faded ? undefined : id
}

const isPending = ({ request_status }: FamilyRequest) => request_status === requestStatus.pending

const states = {
  [requestStatus.pending]: { look: 'attention', icon: IconClock, label: 'Pendiente' },
  [requestStatus.approved]: { look: 'success', icon: IconCheck, label: 'Aprobada' },
  [requestStatus.rejected]: { look: 'error', icon: IconX, label: 'Rechazada' },
} as const

function Status({ request }: { request: FamilyRequest }) {
  const { look, icon, label } = states[request.request_status]
  const { decision } = request
  return (
    <>
      <StatusBadge look={look} icon={icon}>
        {request.acceptance_waits ? 'Por confirmar por la clínica' : label}
      </StatusBadge>
      {decision && (
        <p className="type-meta text-muted">
          {decisionReasons[decision.reason]}. Documento visto: {seenEvidence[decision.evidence]}
        </p>
      )}
    </>
  )
}
