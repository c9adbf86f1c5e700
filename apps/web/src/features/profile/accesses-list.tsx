/** «Quién vio mis datos»: who looked at or changed the person's data, when, as what and by what way. */
import type { PatientAccess } from '@mi-portal/contract/profile'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatMoment, now } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import classes from './profile.module.css'
import { type AccessFilter, accessesQuery } from './profile.queries.ts'
import { roleWords } from './profile.rules.ts'

interface AccessesListProps {
  userId: number
  filter: AccessFilter
  onFilter(filter: AccessFilter): void
}

const columns: readonly Column<PatientAccess>[] = [
  { header: 'Quién', role: 'title', cell: ({ who }) => who },
  { header: 'Como', cell: ({ role }) => roleWords[role] },
  { header: 'Qué hizo', cell: ({ action, what }) => `${action} ${what}` },
  { header: 'Cuándo', cell: ({ at }) => formatMoment(at) },
  { header: 'Por dónde', cell: ({ from }) => from },
]

export function AccessesList({ userId, filter, onFilter }: AccessesListProps) {
  const query = useQuery(accessesQuery(userId, filter))
  const today = now().toISOString().slice(0, 10)
  const filtered = filter.from !== undefined || filter.to !== undefined || filter.others
  const narrow = (part: Partial<AccessFilter>) => onFilter({ ...filter, page: 1, ...part })

  return (
    <>
      <p className={classes.lead}>
        Cada vez que alguien ve o cambia tus datos queda registrado. Si no reconoces un acceso, cambia tu
        contraseña y avísanos.
      </p>
      <section className={classes.filter} aria-label="Filtrar accesos">
        <DateField
          label="Desde"
          value={filter.from ?? ''}
          max={filter.to ?? today}
          opensAt={today}
          autoComplete="off"
          description="Por ejemplo, 01/11/2026."
          onChange={(day) => narrow({ from: day || undefined })}
        />
        <DateField
          label="Hasta"
          value={filter.to ?? ''}
          min={filter.from}
          max={today}
          opensAt={today}
          autoComplete="off"
          description="Por ejemplo, 30/11/2026."
          onChange={(day) => narrow({ to: day || undefined })}
        />
        <CheckBox checked={filter.others} onChange={(others) => narrow({ others })}>
          Mostrar solo a otras personas
        </CheckBox>
      </section>
      <Loaded query={query}>
        {({ accesses, total, total_more, page, limit }) =>
          accesses.length === 0 ? (
            <EmptyState
              icon={IconEye}
              title={filtered ? 'No hay accesos que mostrar con este filtro' : 'No hay accesos que mostrar'}
              action={
                filtered || page > 1 ? (
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
            <PagedTable
              caption="Quién vio mis datos"
              columns={columns}
              rows={accesses}
              rowKey={(row) => `${row.at} ${row.who} ${row.action} ${row.what} ${accesses.indexOf(row)}`}
              stale={query.isPlaceholderData}
              paging={{
                page,
                limit,
                total,
                total_more,
                noun: 'accesos',
                onPage: (next) => onFilter({ ...filter, page: next }),
              }}
            />
          )
        }
      </Loaded>
    </>
  )
}
