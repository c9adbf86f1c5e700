/** Shows seven days: side by side on a time scale, or as lists on phones. Both use the same text. */
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import type { FreeSlot } from '@mi-portal/contract/agenda/calendar-week'
import { dayOf } from '@mi-portal/contract/values/dates'
import { IconCircleCheck, IconVideo } from '@tabler/icons-react'
import { now } from '../../../lib/clock.ts'
import { chipParts, formatLongDay, formatWeekday } from '../../../lib/dates.ts'
import { join } from '../../../ui/layout/layout.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import type { WeekData } from '../agenda.queries.ts'
import { localDayOf, localTimeOf, positionOf, positionOnDay, type Scale, scaleOf } from '../agenda.rules.ts'

interface WeekGridProps {
  week: WeekData
  onAppointment(appointment: CalendarAppointment): void
}

type Entry = { kind: 'appointment'; item: CalendarAppointment } | { kind: 'free'; item: FreeSlot }

export function WeekGrid({ week, onAppointment }: WeekGridProps) {
  const wide = useWideScreen()
  const scale = scaleOf([...week.hours, ...week.free])
  const hours = Array.from(
    { length: (scale.last - scale.first) / 60 },
    (_, index) => scale.first / 60 + index,
  )
  return (
    <div className={wide ? 'overflow-x-auto' : undefined}>
      <div
        className={
          wide
            ? `portal-card grid grid-cols-[64px_repeat(7,minmax(108px,1fr))] min-w-[820px] px-0 pt-0 pb-3`
            : 'grid gap-3'
        }
      >
        {wide && (
          <div className="type-meta pt-[84px] text-muted" aria-hidden>
            {hours.map((hour) => (
              <span
                key={hour}
                className="block -translate-y-2 pr-3 text-right"
                style={{ height: 60 * scale.pixels }}
              >
                {`${String(hour).padStart(2, '0')}:00`}
              </span>
            ))}
          </div>
        )}
        {week.days.map(({ day, holiday }) => (
          <DayColumn
            key={day}
            day={day}
            holiday={holiday}
            entries={entriesOf(week, day)}
            week={week}
            scale={wide ? scale : null}
            onAppointment={onAppointment}
          />
        ))}
      </div>
    </div>
  )
}

function entriesOf(week: WeekData, day: string): Entry[] {
  const entries: Entry[] = [
    ...week.hours.map((item) => ({ kind: 'appointment' as const, item })),
    ...week.free.map((item) => ({ kind: 'free' as const, item })),
  ]
  return entries
    .filter(({ item }) => localDayOf(item.starts_at) === day)
    .sort((one, other) => one.item.starts_at.localeCompare(other.item.starts_at))
}

interface DayColumnProps {
  day: string
  holiday: string | null
  entries: readonly Entry[]
  week: WeekData
  /** The scale; null shows the day as a list. */
  scale: Scale | null
  onAppointment(appointment: CalendarAppointment): void
}

function DayColumn({ day, holiday, entries, week, scale, onAppointment }: DayColumnProps) {
  const isToday = day === dayOf(now())
  const blocks = week.exceptions.filter(({ kind }) => kind === 'block')
  const isBlocked = blocks.some(
    (block) => positionOnDay({ first: 0, last: 1440, pixels: 1 }, day, block) !== null,
  )
  const headingId = `dia-${day}`
  return (
    <section
      className={scale ? 'min-w-0 border-l border-line-strong' : 'portal-card p-4'}
      aria-labelledby={headingId}
    >
      <h3
        id={headingId}
        className={
          scale
            ? join('flex h-[84px] flex-col items-center justify-center p-2 text-center', isToday && 'bg-soft')
            : 'mb-2 flex flex-wrap gap-x-3 [&>span]:first-letter:uppercase'
        }
      >
        <span className="portal-hidden">{formatLongDay(day)}</span>
        <span aria-hidden>
          {scale ? `${formatWeekday(day)} ${chipParts(day)?.day ?? ''}` : formatLongDay(day)}
        </span>
        {isToday && <span className="block type-meta font-strong text-link">Hoy</span>}
        {holiday !== null && (
          <span className="block type-meta font-strong text-attention">Feriado: {holiday}</span>
        )}
        {isBlocked && <span className="block type-meta font-strong text-muted">Con bloqueo</span>}
      </h3>
      <div
        className={scale ? 'relative' : undefined}
        style={
          scale
            ? {
                height: (scale.last - scale.first) * scale.pixels,
                backgroundImage: 'linear-gradient(var(--color-line-strong) 1px, transparent 1px)',
                backgroundSize: `100% ${60 * scale.pixels}px`,
              }
            : undefined
        }
      >
        {scale &&
          blocks.map((block) => {
            const part = positionOnDay(scale, day, block)
            return (
              part && (
                <div
                  key={block.id}
                  className="absolute inset-x-0 bg-[repeating-linear-gradient(135deg,var(--color-sub)_0_8px,var(--color-line-strong)_8px_10px)]"
                  style={part}
                  aria-hidden
                />
              )
            )
          })}
        {entries.length === 0 ? (
          <p className={join('type-meta text-muted', scale !== null && 'relative p-3 text-center')}>
            Sin horas
          </p>
        ) : (
          <ol className={join('plain-list', scale === null && 'flex flex-wrap gap-2')}>
            {entries.map((entry) => (
              <EntryItem
                key={`${entry.kind} ${entry.item.starts_at}`}
                entry={entry}
                scale={scale}
                onAppointment={onAppointment}
              />
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

interface EntryItemProps {
  entry: Entry
  scale: Scale | null
  onAppointment(appointment: CalendarAppointment): void
}

function EntryItem({ entry, scale, onAppointment }: EntryItemProps) {
  if (entry.kind === 'appointment')
    return (
      <li
        style={scale ? positionOf(scale, entry.item) : undefined}
        className={scale ? 'absolute inset-x-1 py-px' : 'flex-[1_0_100%]'}
      >
        <Booked appointment={entry.item} isOnScale={scale !== null} onAppointment={onAppointment} />
      </li>
    )
  return (
    <li
      style={scale ? positionOf(scale, entry.item) : undefined}
      className={scale ? 'absolute inset-x-1 py-px' : undefined}
    >
      <span
        className={join(
          'type-meta block rounded-sm border border-dashed border-control bg-card px-2 text-muted',
          scale ? 'size-full' : 'py-1',
        )}
      >
        {localTimeOf(entry.item.starts_at)} {entry.item.held ? 'En reserva' : 'Libre'}
      </span>
    </li>
  )
}

// A long name is shown in full before the appointment is opened.
const wholeNameClass =
  'hover:relative hover:z-10 hover:h-auto hover:min-h-full focus-visible:relative focus-visible:z-10 focus-visible:h-auto focus-visible:min-h-full'

function Booked({
  appointment,
  isOnScale,
  onAppointment,
}: {
  appointment: CalendarAppointment
  isOnScale: boolean
  onAppointment(appointment: CalendarAppointment): void
}) {
  return (
    <button
      type="button"
      className={join(
        'block w-full cursor-pointer rounded-sm border border-l-4 text-left text-strong',
        appointment.outside ? 'border-attention bg-attention-soft' : 'border-action bg-soft',
        isOnScale ? `type-meta h-full overflow-hidden px-2 py-0 ${wholeNameClass}` : 'min-h-12 px-3 py-2',
      )}
      onClick={() => onAppointment(appointment)}
    >
      <b>{localTimeOf(appointment.starts_at)}</b> {appointment.patient_full_name}
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
    </button>
  )
}
