/** The results that did not arrive on the expected day, for staff. A row disappears when its result arrives. */
import { type LateResult, lateResultColumns } from '@mi-portal/contract/exams/late-results'
import { showDay } from '@mi-portal/contract/values/dates'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../../ui/list-address.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PatientLink } from '../../people/staff/patient-link.tsx'
import { lateResultsQuery } from './late-results.queries.ts'

export function LateResultsPage() {
  const list = useListAddress({ columns: lateResultColumns })
  const query = useQuery(lateResultsQuery(list))
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
              columns={columns}
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

const columns: readonly Column<LateResult>[] = [
  { header: 'Examen', role: 'title', cell: ({ name }) => name },
  {
    header: 'Paciente',
    sortName: 'patient_full_name',
    cell: (late) => (
      <>
        <PatientLink patient={late} /> · {late.patient_document}
      </>
    ),
  },
  { header: 'Lugar', sortName: 'place', cell: ({ place }) => place },
  { header: 'Tomado', sortName: 'taken_on', oneLine: true, cell: ({ taken_on }) => showDay(taken_on) },
  { header: 'Esperado', oneLine: true, cell: ({ expected_on }) => showDay(expected_on) },
  {
    header: 'Atraso',
    oneLine: true,
    cell: ({ days_late }) => <StatusBadge look="attention">{describeDelay(days_late)}</StatusBadge>,
  },
]
