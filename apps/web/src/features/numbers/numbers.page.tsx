/** The numbers of the clinic («Números»): each as a chart, a table and a file, for a period of whole months. */
import {
  clinicNumbers,
  findShare,
  groupingNames,
  longestPeriod,
  type NumberName,
  type NumberRow,
} from '@mi-portal/contract/numbers'
import { addDays } from '@mi-portal/contract/values/dates'
import { IconChartHistogram, IconTableExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatMonth, today } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { Card, Cluster, Section, Stack } from '../../ui/layout/layout.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ShareBars } from '../../ui/share-bars.tsx'
import { numbersQuery, type Period, useExportNumber } from './numbers.queries.ts'

const offeredMonths = 25
const usualMonths = 3

/** Returns the months until this one, latest first, as `YYYY-MM`. */
function listMonths(): string[] {
  const months = [today().slice(0, 7)]
  while (months.length < offeredMonths) months.push(addDays(`${months.at(-1)}-01`, -1).slice(0, 7))
  return months
}

export function NumbersPage() {
  const { por, ...asked } = useSearch({ strict: false })
  const navigate = useNavigate()
  const file = useExportNumber()
  const months = listMonths()
  const hasta = asked.hasta ?? months[0] ?? ''
  const desde = asked.desde ?? months[usualMonths - 1] ?? ''
  const query = useQuery(numbersQuery({ desde, hasta }))
  const show = (period: Partial<Period>) =>
    navigate({ to: '/admin/numeros', search: { por, desde, hasta, ...period } })
  const options = months.map((id) => ({ id, name: formatMonth(`${id}-01`) }))
  return (
    <>
      <PageHeading title="Números" lead="Cómo trabajó la clínica, sin datos de ningún paciente." />
      <Cluster className="mb-4 items-end">
        <SelectField
          label="Desde"
          options={options}
          value={desde}
          onChange={(id) => id && show({ desde: id })}
        />
        <SelectField
          label="Hasta"
          options={options}
          value={hasta}
          onChange={(id) => id && show({ hasta: id })}
        />
        <FilterChips
          label="Filas"
          value={por}
          options={[
            { value: undefined, label: 'Por sede' },
            { value: 'especialidad', label: 'Por especialidad' },
          ]}
          onChange={(to) => navigate({ to: '/admin/numeros', search: { ...asked, por: to } })}
        />
      </Cluster>
      <p className="mb-6 type-meta text-muted">
        Como máximo {longestPeriod} meses. «—» es un número de menos de 5 personas, o uno con el que se podría
        calcular.
      </p>
      {file.isError && <ErrorNotice error={file.error} />}
      <QueryContent query={query}>
        {({ numbers }) => (
          <Stack gap="xl">
            {numbers.map(({ name, rows }) => (
              <Section
                key={name}
                title={clinicNumbers[name].title}
                side={
                  <Button
                    variant="text"
                    leftSection={<IconTableExport size={20} aria-hidden />}
                    aria-label={`Descargar CSV: ${clinicNumbers[name].title}`}
                    loading={file.isPending && file.variables.name === name}
                    onClick={() => file.mutate({ name, query: { desde, hasta } })}
                  >
                    Descargar CSV
                  </Button>
                }
              >
                <ClinicNumber
                  name={name}
                  rows={rows.filter(
                    ({ grouping }) => grouping !== (por === undefined ? 'specialty' : 'site'),
                  )}
                />
              </Section>
            ))}
          </Stack>
        )}
      </QueryContent>
    </>
  )
}

function showCount(count: number | null | undefined) {
  if (count === null || count === undefined)
    return (
      <>
        <span aria-hidden>—</span>
        <span className="portal-hidden">No se muestra</span>
      </>
    )
  return count.toLocaleString('es-CL')
}

function ClinicNumber({ name, rows }: { name: NumberName; rows: readonly NumberRow[] }) {
  if (rows.length === 0)
    return <EmptyState icon={IconChartHistogram} title="Nada que contar en este período" />
  const { title, columns, share } = clinicNumbers[name]
  const bars = rows.flatMap((row) => {
    const percent = findShare(name, row.counts)
    return percent === null ? [] : [{ label: row.name, percent }]
  })
  const grouping = rows.at(-1)?.grouping ?? 'all'
  const table: readonly Column<NumberRow>[] = [
    { header: groupingNames[grouping], role: 'title', cell: (row) => row.name },
    ...Object.values(columns).map(
      (header, index): Column<NumberRow> => ({
        header,
        align: 'right',
        cell: ({ counts }) => showCount(counts[index]),
      }),
    ),
  ]
  return (
    <Stack>
      {bars.length > 0 && (
        <Card as="div">
          <ShareBars title={share.label} bars={bars} />
        </Card>
      )}
      <PagedTable
        dense
        caption={title}
        columns={table}
        rows={rows}
        rowKey={(row) => `${row.grouping} ${row.name}`}
        cardHeading="h3"
      />
    </Stack>
  )
}
