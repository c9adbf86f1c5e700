/** The register of breaches («Vulneraciones») that the law requires, newest first. */
import { type Breach, breachColumns } from '@mi-portal/contract/breaches'
import { IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { BreachForm } from './breach-form.tsx'
import classes from './breaches.module.css'
import { breachesQuery } from './breaches.queries.ts'

const columns: readonly Column<Breach>[] = [
  {
    header: 'Se conoció',
    sortName: 'known_at',
    oneLine: true,
    cell: ({ known_at }) => formatTimestamp(known_at),
  },
  {
    header: 'Qué ocurrió',
    role: 'title',
    cell: ({ id, nature }) => (
      <TextLink to="/admin/vulneraciones/$id" params={{ id: String(id) }}>
        <span className={classes.nature}>{nature}</span>
      </TextLink>
    ),
  },
  { header: 'Personas', cell: ({ people }) => people.toLocaleString('es-CL'), align: 'right' },
  {
    header: 'Agencia',
    sortName: 'agency_told_at',
    oneLine: true,
    cell: ({ agency_told_at }) =>
      agency_told_at === null ? (
        <StatusBadge look="attention">Sin avisar</StatusBadge>
      ) : (
        formatTimestamp(agency_told_at)
      ),
  },
  {
    header: 'Cartas',
    sortName: 'letters_at',
    oneLine: true,
    cell: ({ letters_at }) =>
      letters_at === null ? (
        <StatusBadge look="attention">Sin enviar</StatusBadge>
      ) : (
        formatTimestamp(letters_at)
      ),
  },
]

export function BreachesPage() {
  const navigate = useNavigate()
  const list = useListAddress({ columns: breachColumns })
  const query = useQuery(breachesQuery(list))
  const [entering, setEntering] = useState(false)
  useExistingListPage(list, query)

  return (
    <>
      <PageHeading
        title="Vulneraciones de seguridad"
        lead="El registro que exige la ley: qué pasó, a quiénes afecta y a quién se avisó."
      >
        <Button
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => setEntering(true)}
        >
          Registrar
        </Button>
      </PageHeading>
      <QueryContent query={query}>
        {(found) =>
          found.breaches.length === 0 ? (
            <EmptyState icon={IconShieldCheck} title="No hay vulneraciones registradas" />
          ) : (
            <PagedTable
              caption="Vulneraciones de seguridad"
              columns={columns}
              rows={found.breaches}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              {...list.describeTable(found, 'vulneraciones')}
            />
          )
        }
      </QueryContent>
      {entering && (
        <BreachForm
          onClose={() => setEntering(false)}
          onSaved={({ id }) => navigate({ to: '/admin/vulneraciones/$id', params: { id: String(id) } })}
        />
      )}
    </>
  )
}
