/** The appointments of a day at a site, from the confirmation to the visit: who is expected, who arrived, who attended. */
import {
  type ArrivalState,
  arrivalStateNames,
  arrivalStates,
  type ExpectedAppointment,
  getArrivalState,
} from '@mi-portal/contract/attendance'
import { addDays } from '@mi-portal/contract/values/dates'
import { IconCalendarOff, IconPrinter, IconTableExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { formatLongDay, formatTime, today } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { Cluster, Stack } from '../../../ui/layout/layout.tsx'
import { useExistingListPage, useListAddress } from '../../../ui/list-address.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { useIsPrinting } from '../../../ui/printing.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSearchText } from '../../../ui/search-text.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { Shortcuts } from '../../../ui/shortcuts.tsx'
import { arrivalColumns, filterArrivals, sortArrivals } from '../../attendance/arrivals.rules.ts'
import { ArrivalsTable } from '../../attendance/arrivals-table.tsx'
import { arrivalsQuery, useExportArrivals } from '../../attendance/attendance.queries.ts'
import { placesQuery } from '../agenda.queries.ts'
import { DayStepper } from '../day-stepper.tsx'

export function ArrivalsPage() {
  const { dia: day = today(), sede: office_id, ...filters } = useSearch({ strict: false })
  const { show: change } = useListAddress()
  const query = useQuery(arrivalsQuery({ day, office_id }))
  const places = useQuery(placesQuery)
  const file = useExportArrivals()
  const show = (dia: string, sede: number | undefined) =>
    change({ dia: dia === today() ? undefined : dia, sede, especialidad: undefined, profesional: undefined })
  const sites = (places.data?.offices ?? []).map(({ id, name }) => ({ id, name }))
  const isPrinting = useIsPrinting()
  const text = useSearchText()
  /** What paper says instead of the fields: day and site, and what the list leaves out. */
  const printed = [
    formatLongDay(day),
    sites.find(({ id }) => id === office_id)?.name ?? 'Todas las sedes',
    filters.estado && arrivalStateNames[filters.estado as ArrivalState],
    filters.especialidad,
    filters.profesional,
    text && `«${text}»`,
  ]
  return (
    <>
      <PageHeading
        title="Llegadas"
        lead={
          isPrinting
            ? printed.filter(Boolean).join(' · ')
            : 'Las horas del día, desde que se confirman hasta que se atienden.'
        }
      >
        <Button
          variant="text"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
        <Button
          variant="text"
          leftSection={<IconTableExport size={20} aria-hidden />}
          loading={file.isPending}
          onClick={() => file.mutate({ day, office_id })}
        >
          Descargar CSV
        </Button>
      </PageHeading>
      {file.isError && <ErrorNotice error={file.error} />}
      <Cluster className="mb-4 items-end print:hidden">
        <DayStepper day={day} onChange={(chosen) => show(chosen, office_id)} />
        <SelectField
          label="Sede"
          options={[{ id: '', name: 'Todas las sedes' }, ...sites]}
          value={office_id === undefined ? '' : String(office_id)}
          loading={places.isPending}
          onChange={(id) => show(day, id === '' ? undefined : Number(id))}
        />
      </Cluster>
      <QueryContent query={query}>
        {({ appointments, more }) =>
          appointments.length === 0 ? (
            <EmptyState icon={IconCalendarOff} title="Ese día no hay horas reservadas" />
          ) : (
            <Stack>
              {more && (
                <Notice kind="warning" title="El día tiene más horas que las que caben en esta lista">
                  Elige una sede para verlas todas.
                </Notice>
              )}
              <DayList
                key={`${day} ${office_id ?? ''}`}
                appointments={appointments}
                readAt={new Date(query.dataUpdatedAt).toISOString()}
                onReload={() => query.refetch()}
              />
            </Stack>
          )
        }
      </QueryContent>
      <div className="mt-4">
        <Shortcuts
          shortcuts={[
            { key: '/', label: 'buscar paciente' },
            { key: 'F', label: 'filtrar', act: focusFilter },
            { key: 'D', label: 'día siguiente', act: () => show(addDays(day, 1), office_id) },
            { key: 'I', label: 'imprimir', act: () => window.print() },
          ]}
        />
      </div>
    </>
  )
}

function focusFilter() {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
}

const toOptions = (all: string, names: readonly string[]) => [
  { id: '', name: all },
  ...[...new Set(names)].sort((a, b) => a.localeCompare(b, 'es')).map((name) => ({ id: name, name })),
]

interface DayListProps {
  appointments: readonly ExpectedAppointment[]
  readAt: string
  onReload(): void
}

function DayList({ appointments, readAt, onReload }: DayListProps) {
  const {
    estado: state,
    especialidad: specialty = '',
    profesional: professional = '',
  } = useSearch({ strict: false })
  const list = useListAddress({ usualLimit: 50, columns: arrivalColumns })
  const { order = 'hora' } = list
  const text = useSearchText()
  const filter = { specialty, professional, text }
  const inEveryState = filterArrivals(appointments, { ...filter, state: undefined })
  const shown = sortArrivals(filterArrivals(appointments, { ...filter, state }), order)
  const { page, limit } = list
  const total = shown.length
  useExistingListPage(list, { data: { page, limit, total }, isPlaceholderData: false })
  // Paper has every row, the screen a page of them.
  const isPrinting = useIsPrinting()
  const { paging, dense } = list.describeTable({ page, limit, total }, 'horas')
  const count = (of: ArrivalState) => inEveryState.filter((one) => getArrivalState(one) === of).length
  return (
    <>
      <div className="mb-4 grid gap-4 desktop:grid-cols-3 print:hidden">
        <SelectField
          label="Especialidad"
          options={toOptions(
            'Todas las especialidades',
            appointments.flatMap((one) => one.specialty ?? []),
          )}
          value={specialty}
          onChange={(especialidad) => list.show({ especialidad })}
        />
        <SelectField
          label="Profesional"
          options={toOptions(
            'Todos los profesionales',
            appointments.map((one) => one.doctor_name),
          )}
          value={professional}
          onChange={(profesional) => list.show({ profesional })}
        />
        <div className="self-end">
          <SearchField
            label="Nombre, documento o teléfono"
            value={text}
            maxLength={100}
            onSearch={list.search}
          />
        </div>
      </div>
      <FilterChips
        label="Estado"
        value={state}
        options={[
          { value: undefined, label: 'Todas', count: inEveryState.length },
          ...arrivalStates.map((value) => ({ value, label: arrivalStateNames[value], count: count(value) })),
        ]}
        onChange={(estado) => list.show({ estado })}
      />
      <div className="mt-4">
        {shown.length === 0 ? (
          <EmptyState icon={IconCalendarOff} title="Ninguna hora de ese día cumple con estos filtros" />
        ) : (
          <ArrivalsTable
            appointments={isPrinting ? shown : shown.slice((page - 1) * limit, page * limit)}
            list={{ dense, order: { ...list.sorting, by: order }, ...(isPrinting ? {} : { paging }) }}
          />
        )}
      </div>
      <Cluster className="mt-4 items-center type-meta text-muted print:hidden">
        <span>
          {shown.length} de {appointments.length} horas · actualizado {formatTime(readAt)}
        </span>
        <Button size="xs" variant="text" onClick={onReload}>
          Actualizar
        </Button>
        <span>«Llegó» se puede marcar desde 60 minutos antes</span>
      </Cluster>
    </>
  )
}
