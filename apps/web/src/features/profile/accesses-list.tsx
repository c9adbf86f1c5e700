/** «Quién vio mis datos»: who read or changed the patient's data, when, in which role and how. */
import type { PatientAccess } from '@mi-portal/contract/profile'
import { type Day, toDay } from '@mi-portal/contract/values/dates'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatLongDay, formatTime, today } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagePicker } from '../../ui/page-picker.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ClaimButton, ClaimState } from '../service-requests/data-rights/access-claim.tsx'
import classes from './profile.module.css'
import { type AccessFilter, accessesQuery } from './profile.queries.ts'
import { roleLabels } from './profile.rules.ts'

interface AccessesListProps {
  userId: number
  filter: AccessFilter
  onFilter(filter: AccessFilter): void
}

const toColumns = (userId: number): readonly Column<PatientAccess>[] => [
  {
    header: 'Quién',
    role: 'title',
    cell: ({ who, role }) => (
      <>
        {who} <span className="block type-meta font-normal text-muted">{roleLabels[role]}</span>
      </>
    ),
  },
  {
    header: 'Qué hizo',
    cell: ({ action, what, claim }) => (
      <>
        <span>{`${action} ${what}`}</span>
        <ClaimState claim={claim} />
      </>
    ),
  },
  { header: 'Hora', cell: ({ at }) => <span className="whitespace-nowrap">{formatTime(at)}</span> },
  { header: 'Desde', cell: ({ from }) => from },
  { header: 'Reclamo', role: 'actions', cell: (access) => <ClaimButton access={access} ownId={userId} /> },
]

/** Groups the accesses by day in Santiago, in their order. */
function byDay(accesses: readonly PatientAccess[]): readonly (readonly [Day, PatientAccess[]])[] {
  const days = new Map<Day, PatientAccess[]>()
  for (const access of accesses) {
    const day = toDay(new Date(access.at))
    days.set(day, [...(days.get(day) ?? []), access])
  }
  return [...days]
}

function emptyText(hasPeriod: boolean, others: boolean): string {
  if (hasPeriod) return 'No hay accesos que mostrar con este filtro'
  return others ? 'Nadie más ha visto tus datos' : 'No hay accesos que mostrar'
}

export function AccessesList({ userId, filter, onFilter }: AccessesListProps) {
  const query = useQuery(accessesQuery(userId, filter))
  const lastDay = today()
  const hasPeriod = filter.from !== undefined || filter.to !== undefined
  const canWiden = hasPeriod || filter.others
  const columns = toColumns(userId)
  const narrow = (part: Partial<AccessFilter>) => onFilter({ ...filter, page: 1, ...part })

  return (
    <>
      <p className={classes.lead}>
        Cada vez que alguien ve o cambia tus datos queda registrado. Si otra persona no debía hacerlo, reclama
        ese acceso y te responderemos. Si no reconoces un inicio de sesión, cambia tu contraseña.
      </p>
      <section className={classes.filter} aria-label="Filtrar accesos">
        <DateField
          label="Desde"
          value={filter.from ?? ''}
          max={filter.to ?? lastDay}
          opensAt={lastDay}
          autoComplete="off"
          description="Por ejemplo, 01/11/2026."
          onChange={(day) => narrow({ from: day || undefined })}
        />
        <DateField
          label="Hasta"
          value={filter.to ?? ''}
          min={filter.from}
          max={lastDay}
          opensAt={lastDay}
          autoComplete="off"
          description="Por ejemplo, 30/11/2026."
          onChange={(day) => narrow({ to: day || undefined })}
        />
        <CheckBox checked={!filter.others} onChange={(own) => narrow({ others: !own })}>
          Mostrar también lo que hice yo
        </CheckBox>
      </section>
      <QueryContent query={query}>
        {({ accesses, total, total_more, page, limit }) =>
          accesses.length === 0 ? (
            <EmptyState
              icon={IconEye}
              title={emptyText(hasPeriod, filter.others)}
              action={
                canWiden || page > 1 ? (
                  <Button
                    variant="outline"
                    onClick={() => onFilter({ page: 1, others: false, from: undefined, to: undefined })}
                  >
                    Ver todos
                  </Button>
                ) : undefined
              }
            />
          ) : (
            <>
              {byDay(accesses).map(([day, rows]) => (
                <section key={day} aria-labelledby={`accesos-${day}`}>
                  <h2 id={`accesos-${day}`} className="mx-0 mt-4 mb-3 type-section">
                    {formatLongDay(day)}
                  </h2>
                  <PagedTable
                    caption={`Quién vio mis datos el ${formatLongDay(day)}`}
                    columns={columns}
                    rows={rows}
                    rowKey={({ id }) => id}
                    stale={query.isPlaceholderData}
                  />
                </section>
              ))}
              <PagePicker
                page={page}
                limit={limit}
                total={total}
                total_more={total_more}
                noun="accesos"
                onPage={(next) => onFilter({ ...filter, page: next })}
              />
            </>
          )
        }
      </QueryContent>
    </>
  )
}
