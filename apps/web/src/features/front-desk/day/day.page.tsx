/** The calendars of a day at a site: professionals side by side, free slots that staff book, appointments and blocks. */
import type { DayAppointment, DaySlot } from '@mi-portal/contract/front-desk'
import type { Notified } from '@mi-portal/contract/notified'
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatLongDay, formatTime, today } from '../../../lib/dates.ts'
import { useHasPermission } from '../../../lib/permissions.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Cluster } from '../../../ui/layout/layout.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { NotifiedNotice } from '../../../ui/notified-notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Shortcuts } from '../../../ui/shortcuts.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { placesQuery, useReloadCalendars } from '../../agenda/agenda.queries.ts'
import { DayStepper } from '../../agenda/day-stepper.tsx'
import { AppointmentDialog } from '../../agenda/week/appointment-dialog.tsx'
import { SlotDialog } from '../booking/slot-dialog.tsx'
import { dayQuery } from '../front-desk.queries.ts'
import { DayGrid, type DayGridProps } from './day-grid.tsx'

type Opened =
  | { kind: 'appointment'; appointment: DayAppointment }
  | { kind: 'free'; slot: DaySlot & { doctor_name: string } }

export function DayPage() {
  const { dia: day = today(), sede, especialidad: specialty = '', page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const places = useQuery(placesQuery)
  const sites = places.data?.offices ?? []
  const office_id = sede ?? sites[0]?.id
  const query = useQuery(dayQuery(day, office_id))
  const reload = useReloadCalendars()
  const mayBook = useHasPermission('bookings.manage')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [done, setDone] = useState<{ title: string; answer: Notified } | null>(null)

  function show(change: { dia?: string; sede?: number; especialidad?: string; page?: number }) {
    const next = { dia: day, sede, especialidad: specialty, ...change }
    setDone(null)
    return navigate({
      to: '/admin/agenda-del-dia',
      search: {
        dia: next.dia === today() ? undefined : next.dia,
        sede: next.sede,
        especialidad: next.especialidad === '' ? undefined : next.especialidad,
        page: change.page === 1 ? undefined : change.page,
      },
    })
  }
  function finish(title: string, answer: Notified) {
    setOpened(null)
    setDone({ title, answer })
    void reload()
  }
  function close() {
    setOpened(null)
    void reload()
  }
  const specialties = [...new Set(query.data?.professionals.flatMap((one) => one.specialties))].toSorted(
    (one, other) => one.localeCompare(other, 'es'),
  )
  return (
    <>
      <PageHeading
        title="Agenda del día"
        lead="Los profesionales de una sede, con sus horas libres y reservadas."
      >
        <ButtonLink to="/admin/agenda" variant="text">
          Calendarios y bloqueos
        </ButtonLink>
        <Button
          variant="text"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
      </PageHeading>
      <Cluster className="mb-4 items-end print:hidden">
        <DayStepper day={day} onChange={(dia) => show({ dia })} />
        {day !== today() && (
          <Button variant="text" onClick={() => show({ dia: today() })}>
            Hoy
          </Button>
        )}
        <SelectField
          label="Sede"
          options={sites.map(({ id, name }) => ({ id: String(id), name }))}
          value={office_id === undefined ? '' : String(office_id)}
          loading={places.isPending}
          onChange={(id) => show({ sede: Number(id), especialidad: '' })}
        />
        <SelectField
          label="Especialidad"
          options={[
            { id: '', name: 'Todas las especialidades' },
            ...specialties.map((name) => ({ id: name, name })),
          ]}
          value={specialties.includes(specialty) ? specialty : ''}
          onChange={(especialidad) => show({ especialidad })}
        />
      </Cluster>
      <h2 className="mb-3 first-letter:uppercase">{formatLongDay(day)}</h2>
      {done && (
        <div className="mb-4">
          <NotifiedNotice {...done} />
        </div>
      )}
      {places.isError && !places.data ? (
        <LoadError error={places.error} onRetry={places.refetch} retrying={places.isFetching} />
      ) : places.data && office_id === undefined ? (
        <EmptyState icon={IconCalendarOff} title="No hay sedes con agenda" />
      ) : (
        <QueryContent query={query} skeleton={<BlockSkeleton height={480} />}>
          {({ professionals }) =>
            professionals.length === 0 ? (
              <EmptyState icon={IconCalendarOff} title="Ese día no atiende nadie en esta sede" />
            ) : (
              <>
                <DayColumns
                  day={day}
                  professionals={professionals.filter(
                    (one) => !specialties.includes(specialty) || one.specialties.includes(specialty),
                  )}
                  page={page}
                  onPage={(to) => show({ page: to })}
                  onAppointment={(appointment) => setOpened({ kind: 'appointment', appointment })}
                  onFree={
                    mayBook
                      ? (slot, { name }) => setOpened({ kind: 'free', slot: { ...slot, doctor_name: name } })
                      : undefined
                  }
                />
                <p className="type-meta mt-2 text-muted">
                  Actualizado {formatTime(new Date(query.dataUpdatedAt).toISOString())}
                </p>
              </>
            )
          }
        </QueryContent>
      )}
      <div className="mt-4">
        <Shortcuts shortcuts={dayShortcuts} />
      </div>
      {opened?.kind === 'appointment' && (
        <AppointmentDialog
          appointment={opened.appointment}
          patientId={opened.appointment.patient_id}
          onClose={close}
          onMoved={(answer) => finish('La hora fue movida.', answer)}
          onCancelled={(answer) => finish('La hora fue cancelada.', answer)}
        />
      )}
      {opened?.kind === 'free' && <SlotDialog slot={opened.slot} onClose={close} onBooked={finish} />}
    </>
  )
}

/** As many columns as a wide screen shows. */
const columnsOfPage = 6

interface DayColumnsProps extends DayGridProps {
  page: number
  onPage(page: number): void
}

function DayColumns({ professionals, page, onPage, ...grid }: DayColumnsProps) {
  const pages = Math.ceil(professionals.length / columnsOfPage)
  const shown = Math.min(page, pages)
  const first = (shown - 1) * columnsOfPage
  const onPageNow = professionals.slice(first, first + columnsOfPage)
  return (
    <>
      {pages > 1 && (
        <Cluster className="mb-3 print:hidden">
          <Button
            size="sm"
            variant="outline"
            aria-label="Profesionales anteriores"
            disabled={shown === 1}
            onClick={() => onPage(shown - 1)}
          >
            <IconChevronLeft size={20} aria-hidden />
          </Button>
          <span className="type-meta" role="status">
            Profesionales {first + 1} a {first + onPageNow.length} de {professionals.length}
          </span>
          <Button
            size="sm"
            variant="outline"
            aria-label="Profesionales siguientes"
            disabled={shown === pages}
            onClick={() => onPage(shown + 1)}
          >
            <IconChevronRight size={20} aria-hidden />
          </Button>
        </Cluster>
      )}
      <DayGrid {...grid} professionals={onPageNow} />
    </>
  )
}

const dayShortcuts = [
  { key: '↑ ↓ ← →', label: 'moverse por las horas' },
  { key: 'Entrar', label: 'reservar o abrir' },
  { key: '/', label: 'buscar paciente' },
]
