/** The accounts that were signed into soon after a change by staff, as the weekly mail to administrators reports them. */
import {
  daysAfterEmailChange,
  hoursAfterChange,
  listedDays,
  type SignInAfterChange,
  signInColumns,
  signInsTitle,
  watchedChangeLabels,
} from '@mi-portal/contract/confirmations'
import { IconLockCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatTimestamp } from '../../lib/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { signInsAfterChangesQuery } from './confirmations.queries.ts'

const columns: readonly Column<SignInAfterChange>[] = [
  {
    header: 'Persona',
    role: 'title',
    cell: ({ person }) => `${person.full_name} (${person.document})`,
  },
  {
    header: 'Cambio del equipo',
    cell: ({ changes }) => changes.map((change) => watchedChangeLabels[change]).join(', '),
  },
  {
    header: 'Lo hizo',
    sortName: 'changed_by',
    cell: ({ changed_by, changed_at }) => `${changed_by}, ${formatTimestamp(changed_at)}`,
  },
  {
    header: 'Inició sesión',
    oneLine: true,
    sortName: 'signed_in_at',
    cell: ({ signed_in_at }) => formatTimestamp(signed_in_at),
  },
]

export function SignInsAfterChanges() {
  const list = useListAddress({ columns: signInColumns })
  const query = useQuery(signInsAfterChangesQuery(list))
  useExistingListPage(list, query)
  return (
    <>
      <p className="mx-0 mt-0 mb-4">
        Cuentas en que alguien inició sesión antes de {hoursAfterChange} horas de un cambio del equipo, o de{' '}
        {daysAfterEmailChange} días si cambió el e-mail o desbloqueó la cuenta, en los últimos {listedDays}{' '}
        días. Casi siempre es la persona. Cada lunes enviamos el informe a los administradores.
      </p>
      <QueryContent query={query}>
        {(found) =>
          found.sign_ins.length === 0 ? (
            <EmptyState icon={IconLockCheck} title="Ninguna cuenta se usó tras un cambio del equipo" />
          ) : (
            <PagedTable
              caption={signInsTitle}
              columns={columns}
              rows={found.sign_ins}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              {...list.describeTable(found, 'ingresos')}
            />
          )
        }
      </QueryContent>
    </>
  )
}
