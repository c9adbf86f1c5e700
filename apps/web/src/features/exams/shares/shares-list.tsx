/**
 * Lists the shares of a patient's exams: recipient, state, expiry and openings. A live share has a button that ends it
 * at once, after a confirmation.
 */

import { shareLimits } from '@mi-portal/contract/exams/exam-share-limits'
import type { ExamShare } from '@mi-portal/contract/exams/exam-shares'
import { IconCircleCheck, IconClockOff, IconLinkOff, IconShare2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatTimestamp } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { RecordContent } from '../../people/record-content.tsx'
import { sharesQuery, useEndShare } from './shares.queries.ts'

const quietLook = 'block type-meta font-normal text-muted wrap-anywhere'

const pageSize = 5

export function SharesList({ patientId, onBack }: { patientId: number; onBack(): unknown }) {
  const query = useQuery(sharesQuery(patientId))
  const [requestedPage, setRequestedPage] = useState(1)
  const [ending, setEnding] = useState<ExamShare | null>(null)
  const end = useEndShare(patientId)

  return (
    <>
      <p className="text-muted mb-4">
        Quien recibe el enlace solo ve lo que compartiste, y necesita el código que le diste. Cada apertura
        queda registrada aquí.
      </p>
      <RecordContent query={query} onBack={onBack}>
        {(shares) => {
          const page = Math.min(requestedPage, Math.max(1, Math.ceil(shares.length / pageSize)))
          return shares.length === 0 ? (
            <EmptyState icon={IconShare2} title="Aún no has compartido exámenes">
              Desde la lista de exámenes puedes compartir un resultado con la persona que elijas.
            </EmptyState>
          ) : (
            <PagedTable
              caption="Exámenes compartidos"
              columns={columns(setEnding)}
              rows={shares.slice((page - 1) * pageSize, page * pageSize)}
              rowKey={({ id }) => id}
              paging={{
                total: shares.length,
                page,
                limit: pageSize,
                noun: 'exámenes',
                onPage: setRequestedPage,
              }}
            />
          )
        }}
      </RecordContent>
      {ending && !end.isError && (
        <ConfirmDialog
          opened
          title="¿Quieres revocar este enlace?"
          confirm="Revocar enlace"
          danger
          loading={end.isPending}
          onConfirm={() => end.mutate(ending.id, { onSuccess: () => setEnding(null) })}
          onClose={() => setEnding(null)}
        >
          <p>
            {ending.recipient_email} ya no podrá abrir {ending.exam.type_exam}
            {ending.other_exams.length > 0 && ' ni los otros exámenes de la atención'} del {ending.exam.date}.
            Lo que haya guardado antes no se puede recuperar.
          </p>
        </ConfirmDialog>
      )}
      {end.isError && (
        <ResultDialog opened kind="error" error={end.error} title={end.error.message} onClose={closeError} />
      )}
    </>
  )

  function closeError() {
    end.reset()
    setEnding(null)
  }
}

function columns(onEnd: (share: ExamShare) => void): readonly Column<ExamShare>[] {
  return [
    {
      header: 'Examen',
      role: 'title',
      cell: ({ exam, other_exams }) => (
        <>
          <span className="block font-strong text-strong">{exam.type_exam}</span>
          <span className={quietLook}>
            {[exam.date, exam.attention_number && `Atención ${exam.attention_number}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {other_exams.map((other) => (
            <span key={other.attention_id} className={quietLook}>
              y {other.type_exam}
            </span>
          ))}
        </>
      ),
    },
    {
      header: 'Destinatario',
      cell: (share) => (
        <>
          <span className="wrap-anywhere">{share.recipient_email}</span>
          <span className={quietLook}>
            {share.type_relationship} · lo compartió {share.shared_by}
          </span>
        </>
      ),
    },
    { header: 'Estado', cell: (share) => <ShareState share={share} /> },
    { header: 'Aperturas', cell: (share) => <Openings share={share} /> },
    {
      header: 'Acciones',
      role: 'actions',
      align: 'right',
      cell: (share) =>
        isLive(share) && (
          <Button
            size="xs"
            variant="outline"
            danger
            leftSection={<IconLinkOff size={18} stroke={1.75} aria-hidden />}
            aria-label={`Revocar el enlace a ${share.exam.type_exam} del ${share.exam.date} para ${share.recipient_email}`}
            onClick={() => onEnd(share)}
          >
            Revocar
          </Button>
        ),
    },
  ]
}

function isLive(share: ExamShare): boolean {
  return share.ended_at === null && Date.parse(share.expires_at) > now().getTime()
}

const reasons: Record<NonNullable<ExamShare['ended_because']>, string> = {
  ended: 'Revocado',
  codes: 'Bloqueado: 10 códigos incorrectos',
  sight: 'Terminado: quien lo compartió ya no ve esta ficha',
  closed: 'Terminado',
}

function ShareState({ share }: { share: ExamShare }) {
  if (isLive(share)) {
    return (
      <>
        <StatusBadge look="success" icon={IconCircleCheck}>
          Vigente
        </StatusBadge>
        <span className={quietLook}>Hasta el {formatTimestamp(share.expires_at)}</span>
      </>
    )
  }
  const at = share.ended_at ?? share.expires_at
  return (
    <>
      <StatusBadge look="neutral" icon={share.ended_at ? IconLinkOff : IconClockOff}>
        {share.ended_because ? reasons[share.ended_because] : 'Vencido'}
      </StatusBadge>
      <span className={quietLook}>{formatTimestamp(at)}</span>
    </>
  )
}

function Openings({ share: { openings } }: { share: ExamShare }) {
  if (openings.length === 0) return 'Sin aperturas'
  return (
    <details className="[&_summary]:min-h-[28px] [&_summary]:font-strong [&_summary]:text-link [&_summary]:cursor-pointer [&_ol]:mx-0 [&_ol]:mt-1 [&_ol]:mb-0 [&_ol]:pl-4 [&_ol]:type-meta">
      <summary>
        {openings.length} de {shareLimits.openings}
      </summary>
      <ol>
        {openings.map(({ at }) => (
          <li key={at}>{formatTimestamp(at)}</li>
        ))}
      </ol>
    </details>
  )
}
