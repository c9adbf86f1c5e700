/** The super administrators' page of the clinic package: its parts, and the changes that are not published yet. */
import type { PartSummary } from '@mi-portal/contract/clinic/administration'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './clinic.module.css'
import { partsQuery, useDownloadPackage, useUploadPackage } from './clinic-admin.queries.ts'
import { partLabels } from './part-labels.rules.ts'
import { UnpublishedChanges } from './unpublished-changes.tsx'
import { UploadOutcome } from './upload-outcome.tsx'

export function ClinicAdminPage() {
  const query = useQuery(partsQuery)
  return (
    <>
      <PageHeading
        title="Clínica"
        lead="Todo lo propio de la clínica. Los cambios quedan en un borrador hasta que los publiques."
      />
      <div className={classes.stack}>
        <QueryContent query={query}>
          {(parts) => (
            <>
              <UnpublishedChanges hasDrafts={parts.some(({ draft }) => draft !== null)} />
              <PagedTable
                caption="Partes de la clínica"
                columns={columns}
                rows={parts}
                rowKey={({ part }) => part}
              />
            </>
          )}
        </QueryContent>
        <WholePackage />
      </div>
    </>
  )
}

const columns: readonly Column<PartSummary>[] = [
  {
    header: 'Parte',
    role: 'title',
    cell: ({ part }) => (
      <>
        {partLabels[part].title}
        <span className={classes.small}>{partLabels[part].lead}</span>
      </>
    ),
  },
  { header: 'Elementos', align: 'right', cell: ({ rows }) => rows ?? '' },
  {
    header: 'Publicado',
    cell: ({ published }) =>
      published === null ? 'Todavía no' : `${formatTimestamp(published.at)}, ${authorOf(published)}`,
  },
  {
    header: 'Estado',
    cell: ({ draft }) =>
      draft === null ? null : (
        <>
          <StatusBadge look="attention">Borrador</StatusBadge>
          <span className={classes.small}>
            {formatTimestamp(draft.at)}, {authorOf(draft)}
          </span>
        </>
      ),
  },
  {
    header: 'Acciones',
    role: 'actions',
    cell: ({ part }) => (
      <ButtonLink
        {...(part === 'legalTexts'
          ? { to: '/admin/privacidad' as const }
          : { to: '/admin/clinica/$part' as const, params: { part } })}
        size="sm"
        variant="default"
        aria-label={`Abrir ${partLabels[part].title}`}
      >
        Abrir
      </ButtonLink>
    ),
  },
]

function authorOf({ author }: { readonly author: string | null }): string {
  return author ?? 'por comando'
}

/** The download of the published package, and the upload of another one as drafts. */
function WholePackage() {
  const upload = useUploadPackage()
  const download = useDownloadPackage()
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby="paquete">
      <h2 id="paquete">Paquete completo</h2>
      <p>
        Un archivo ZIP con todas las partes, como planillas y textos. Al subirlo, lo que cambia queda en el
        borrador: nada se publica todavía.
      </p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          onClick={() => download.mutate()}
        >
          Descargar paquete
        </Button>
        <FileButton
          label="Paquete ZIP"
          accept=".zip,application/zip"
          loading={upload.isPending}
          onFile={upload.mutate}
        >
          Subir paquete
        </FileButton>
      </div>
      {download.isError && <ErrorNotice error={download.error} />}
      <UploadOutcome
        upload={upload}
        stored="El paquete quedó en el borrador"
        rejected="El paquete tiene errores y no se guardó nada"
      >
        Revisa los cambios antes de publicarlos.
      </UploadOutcome>
    </section>
  )
}
