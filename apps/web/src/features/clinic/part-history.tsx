import { type PartVersion, versionColumns } from '@mi-portal/contract/clinic/administration'
import type { PartName } from '@mi-portal/contract/clinic/clinic-package'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useRestoreVersion, versionsQuery } from './clinic-admin.queries.ts'

/** The published versions of a part: who published each, when and why. An earlier one can become the draft again. */
export function PartHistory({ part }: { part: PartName }) {
  const list = useListAddress({ columns: versionColumns })
  const query = useQuery(versionsQuery(part, list))
  const restore = useRestoreVersion(part)
  useExistingListPage(list, query)
  const [chosen, setChosen] = useState<PartVersion | null>(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      {restore.isSuccess && (
        <Notice kind="success" announce title="La versión quedó en el borrador">
          Revísala y publícala en la página «Clínica».
        </Notice>
      )}
      <QueryContent query={query}>
        {({ versions, ...paging }) =>
          versions.length === 0 ? (
            <EmptyState icon={IconHistory} title="Todavía no se ha publicado" />
          ) : (
            <PagedTable
              caption="Versiones publicadas"
              columns={columnsWith(setChosen)}
              rows={versions}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              {...list.describeTable(paging, 'versiones')}
            />
          )
        }
      </QueryContent>
      <ConfirmDialog
        opened={chosen !== null}
        title="¿Recuperar esta versión?"
        confirm="Recuperar"
        loading={restore.isPending}
        onConfirm={() => chosen && restore.mutate(chosen.id, { onSuccess: () => setChosen(null) })}
        onClose={() => {
          setChosen(null)
          restore.reset()
        }}
      >
        <p>
          Queda en el borrador, en lugar de los cambios que tenga. Nada cambia para los pacientes hasta que lo
          publiques.
        </p>
        {restore.isError && <ErrorNotice error={restore.error} />}
      </ConfirmDialog>
    </div>
  )
}

function columnsWith(onRestore: (version: PartVersion) => void): readonly Column<PartVersion>[] {
  return [
    {
      header: 'Publicada',
      sortName: 'published_at',
      role: 'title',
      cell: ({ published_at }) => formatTimestamp(published_at),
    },
    { header: 'Quién', cell: ({ author }) => author ?? 'Por comando' },
    { header: 'Nota', cell: ({ note }) => note ?? '' },
    {
      header: 'Estado',
      cell: ({ is_current }) => is_current && <StatusBadge look="success">Vigente</StatusBadge>,
    },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (version) =>
        !version.is_current && (
          <Button
            size="sm"
            variant="default"
            aria-label={`Recuperar la versión del ${formatTimestamp(version.published_at)}`}
            onClick={() => onRestore(version)}
          >
            Recuperar
          </Button>
        ),
    },
  ]
}
