import { IconClipboardCheck, IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, ButtonAnchor } from '../../../../ui/button.tsx'
import { RichText } from '../../../../ui/rich-text.tsx'
import { BlockSkeleton } from '../../../../ui/skeletons.tsx'
import type { SchedulingClient } from '../../scheduling.queries.ts'
import { indicationsQuery } from '../exam-wizard.queries.ts'

/** Shows how to prepare for the exam. A failed load is reported here and does not stop the booking. */
export function Indications({ examId, client }: { examId: number; client?: SchedulingClient }) {
  const indications = useQuery(indicationsQuery(examId, client))
  return (
    <IndicationsCard pdf={indications.data?.pdf}>
      {indications.isPending && <BlockSkeleton height={120} />}
      {indications.isError && (
        <>
          <p role="status">No pudimos cargar las indicaciones. Puedes continuar de todos modos.</p>
          <Button
            variant="default"
            size="xs"
            loading={indications.isFetching}
            onClick={() => indications.refetch()}
          >
            REINTENTAR
          </Button>
        </>
      )}
      {indications.data && <RichText html={indications.data.indications} />}
    </IndicationsCard>
  )
}

interface IndicationsCardProps {
  children: ReactNode
  /** Address of the indications as a PDF; undefined while it is unknown. */
  pdf: string | undefined
  onDownload?(): void
}

/** Card with what is said about the preparation, and the indications to download. */
export function IndicationsCard({ children, pdf, onDownload }: IndicationsCardProps) {
  return (
    <section className="portal-card overflow-hidden" aria-labelledby="indicaciones">
      <h2 id="indicaciones" className="flex items-center gap-3 bg-soft p-4 desktop:px-6">
        <IconClipboardCheck className="flex-none text-link" size={22} stroke={1.75} aria-hidden />
        Indicaciones del examen
      </h2>
      <div className="grid gap-4 p-4 desktop:p-6">
        {children}
        {pdf !== undefined && (
          <ButtonAnchor
            variant="light"
            fullWidth
            href={pdf}
            target="_blank"
            rel="noopener"
            onClick={onDownload}
            leftSection={<IconFileTypePdf size={20} stroke={1.75} aria-hidden />}
          >
            Descargar indicaciones (PDF)
          </ButtonAnchor>
        )}
      </div>
    </section>
  )
}
