/**
 * The super administrators' page of the clinic package: its parts, and the changes that are not published yet. «Puesta en marcha» shows the
 * first steps with a package, and loads them from here.
 */
import type { PartSummary } from '@mi-portal/contract/clinic/administration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { partsQuery } from './clinic-admin.queries.ts'
import { NewClinicForm } from './new-clinic-form.tsx'
import { PackageTransfer } from './package-transfer.tsx'
import { partLabels } from './part-labels.rules.ts'
import { UnpublishedChanges } from './unpublished-changes.tsx'

const stackLook = 'grid grid-cols-1 gap-4'
const smallLook = 'block type-meta font-normal text-muted'

export function ClinicAdminPage() {
  const query = useQuery(partsQuery)
  return (
    <>
      <PageHeading
        title="Clínica"
        lead="Todo lo propio de la clínica. Los cambios quedan en un borrador hasta que los publiques."
      />
      <div className={stackLook}>
        <QueryContent query={query}>
          {(parts) => (
            <>
              <UnpublishedChanges hasDrafts={parts.some(({ draft }) => draft !== null)} />
              <PagedTable
                dense
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
        <span className={smallLook}>{partLabels[part].lead}</span>
      </>
    ),
  },
  { header: 'Elementos', align: 'right', cell: ({ rows }) => rows ?? '' },
  {
    header: 'Publicado',
    oneLine: true,
    cell: ({ published }) =>
      published === null ? (
        'Todavía no'
      ) : (
        <>
          {formatTimestamp(published.at)}
          <span className={smallLook}>{authorOf(published)}</span>
        </>
      ),
  },
  {
    header: 'Estado',
    cell: ({ draft }) =>
      draft === null ? null : (
        <>
          <StatusBadge look="attention">Borrador</StatusBadge>
          <span className={smallLook}>
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
  return (
    <section className="portal-card grid grid-cols-1 gap-4 p-6" aria-labelledby="paquete">
      <h2 id="paquete">Paquete completo</h2>
      <p>
        Un archivo ZIP con todas las partes, como planillas y textos. Al subirlo, lo que cambia queda en el
        borrador: nada se publica todavía.
      </p>
      <PackageTransfer />
    </section>
  )
}

/** Uploads a first clinic package or makes a new one, shows what it changes, and publishes it. */
export function ClinicLaunch({ onPublished }: { onPublished(): void }) {
  const query = useQuery(partsQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [isCreated, setIsCreated] = useState(false)
  return (
    <div className={stackLook}>
      <PackageTransfer />
      {isCreated && (
        <Notice kind="success" announce title="El paquete nuevo quedó en el borrador">
          Revisa los cambios y publícalos. Después completa las especialidades, los exámenes y los textos.
        </Notice>
      )}
      {isCreating ? (
        <NewClinicForm
          onDone={() => {
            setIsCreating(false)
            setIsCreated(true)
          }}
          onCancel={() => setIsCreating(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="default" onClick={() => setIsCreating(true)}>
            Crear un paquete nuevo
          </Button>
        </div>
      )}
      <QueryContent query={query}>
        {(parts) => (
          <UnpublishedChanges
            hasDrafts={parts.some(({ draft }) => draft !== null)}
            onPublished={onPublished}
          />
        )}
      </QueryContent>
    </div>
  )
}
