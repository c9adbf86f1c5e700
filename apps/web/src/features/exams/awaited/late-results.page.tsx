/** The results that did not arrive on the expected day, for staff. A row disappears when its result arrives. */
import { type LateResult, lateResultColumns } from '@mi-portal/contract/late-results'
import { showDay } from '@mi-portal/contract/values/dates'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useHasPermission } from '../../../lib/permissions.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../../ui/list-address.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { lateResultsQuery } from './late-results.queries.ts'

export function LateResultsPage() {
  const list = useListAddress({ columns: lateResultColumns })
  const query = useQuery(lateResultsQuery(list))
  const opensPatients = useHasPermission('users.read')
  useExistingListPage(list, query)
  return (
    <>
      <PageHeading
        title="Resultados atrasados"
        lead="Exámenes tomados hace hasta 180 días cuyo resultado no ha llegado en el plazo que publica la clínica. Cuando el resultado llega, el examen deja de aparecer aquí."
      />
      <QueryContent query={query}>
        {({ late, ...paging }) =>
          late.length === 0 ? (
            <EmptyState icon={IconFlask} title="No hay resultados atrasados">
              Esta lista se actualiza cada mañana.
            </EmptyState>
          ) : (
            <PagedTable
              caption="Resultados atrasados"
              columns={columnsWith(opensPatients)}
              rows={late}
              rowKey={({ id_appointment }) => id_appointment}
              {...list.describeTable(paging, 'exámenes')}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
    </>
  )
}

function describeDelay(days: number): string {
  return days === 1 ? '1 día de atraso' : `${days} días de atraso`
}

function columnsWith(opensPatients: boolean): readonly Column<LateResult>[] {
  return [
    { header: 'Examen', role: 'title', cell: ({ name }) => name },
    {
      header: 'Paciente',
      sortName: 'patient_full_name',
      cell: ({ patient_full_name, patient_document }) => `${patient_full_name} · ${patient_document}`,
    },
    { header: 'Lugar', sortName: 'place', cell: ({ place }) => place },
    { header: 'Tomado', sortName: 'taken_on', oneLine: true, cell: ({ taken_on }) => showDay(taken_on) },
    { header: 'Esperado', oneLine: true, cell: ({ expected_on }) => showDay(expected_on) },
    {
      header: 'Atraso',
      oneLine: true,
      cell: ({ days_late }) => <StatusBadge look="attention">{describeDelay(days_late)}</StatusBadge>,
    },
    ...(opensPatients
      ? [
          {
            header: 'Acciones',
            role: 'actions' as const,
            cell: ({ patient_id, patient_full_name, name }: LateResult) => (
              <ButtonLink
                size="sm"
                variant="default"
                to="/admin/usuarios/editar/$id"
                params={{ id: String(patient_id) }}
                aria-label={`Ver paciente ${patient_full_name}: ${name}`}
              >
                Ver paciente
              </ButtonLink>
            ),
          },
        ]
      : []),
  ]
}
