/** Shows seven days of a professional. */
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import type { FreeSlot } from '@mi-portal/contract/agenda/calendar-week'
import { toDay } from '@mi-portal/contract/values/dates'
import { IconCircleCheck, IconVideo } from '@tabler/icons-react'
import { now } from '../../../lib/clock.ts'
import { chipParts, formatLongDay, formatWeekday } from '../../../lib/dates.ts'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import type { WeekData } from '../agenda.queries.ts'
import { getLocalDay, getLocalTime } from '../agenda.rules.ts'
import { CalendarGrid, type GridEntry } from '../grid/calendar-grid.tsx'

interface WeekGridProps {
  week: WeekData
  onAppointment(appointment: CalendarAppointment): void
  /** Absent for staff who do not book. */
  onFree?: ((slot: FreeSlot) => void) | undefined
}

export function WeekGrid({ week, onAppointment, onFree }: WeekGridProps) {
  const entries: GridEntry[] = [
    ...week.hours.map((appointment) => ({
      ...{ id: `booked ${appointment.id_appointment}`, ...appointment },
      look: appointment.outside ? ('outside' as const) : ('booked' as const),
      content: <Booked appointment={appointment} />,
      onOpen: () => onAppointment(appointment),
    })),
    ...week.free.map((slot) => toFreeEntry(slot, onFree)),
  ].toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
  const blocks = week.exceptions.filter(({ kind }) => kind === 'block')
  return (
    <CalendarGrid
      headHeight={5.25}
      columnWidth={6.75}
      columns={week.days.map(({ day, holiday }) => ({
        ...{ id: day, day, blocks },
        isToday: day === toDay(now()),
        heading: <DayHeading day={day} holiday={holiday} />,
        entries: entries.filter(({ starts_at }) => getLocalDay(starts_at) === day),
      }))}
    />
  )
}

/** Returns the entry of a free slot, which is opened to book it unless it is held. */
export function toFreeEntry<Slot extends Pick<FreeSlot, 'id' | 'starts_at' | 'ends_at' | 'held'>>(
  slot: Slot,
  onFree: ((slot: Slot) => void) | undefined,
): GridEntry {
  const { id, starts_at, ends_at, held } = slot
  return {
    ...{ id: `free ${id}`, starts_at, ends_at, look: 'free' },
    content: `${getLocalTime(starts_at)} ${held ? 'En reserva' : 'Libre'}`,
    onOpen: held || !onFree ? undefined : () => onFree(slot),
  }
}

function DayHeading({ day, holiday }: WeekData['days'][number]) {
  const wide = useWideScreen()
  return (
    <>
      <span className="portal-hidden">{formatLongDay(day)}</span>
      <span aria-hidden>
        {wide ? `${formatWeekday(day)} ${chipParts(day)?.day ?? ''}` : formatLongDay(day)}
      </span>
      {day === toDay(now()) && <span className="block type-meta font-strong text-link">Hoy</span>}
      {holiday !== null && (
        <span className="block type-meta font-strong text-attention">Feriado: {holiday}</span>
      )}
    </>
  )
}

function Booked({ appointment }: { appointment: CalendarAppointment }) {
  return (
    <>
      <b>{getLocalTime(appointment.starts_at)}</b> {appointment.patient_full_name}
      {appointment.modality === 'telemedicina' && (
        <>
          {' '}
          <IconVideo size={16} stroke={1.75} aria-hidden />
          <span className="portal-hidden">por video</span>
        </>
      )}
      {appointment.confirmed_at !== null && (
        <>
          {' '}
          <IconCircleCheck size={16} stroke={1.75} aria-hidden />
          <span className="portal-hidden">asistencia confirmada</span>
        </>
      )}
      {appointment.outside && <span className="block font-strong text-attention"> Fuera de calendario</span>}
    </>
  )
}
