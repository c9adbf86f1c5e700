/** Shows seven days: side by side on a time scale, or as lists on phones. Both use the same text. */
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import type { FreeSlot } from '@mi-portal/contract/agenda/calendar-week'
import { dayOf } from '@mi-portal/contract/values/dates'
import { IconCircleCheck, IconVideo } from '@tabler/icons-react'
import { now } from '../../../lib/clock.ts'
import { chipParts, formatLongDay, formatWeekday } from '../../../lib/dates.ts'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import type { WeekData } from '../agenda.queries.ts'
import { localDayOf, localTimeOf, positionOf, positionOnDay, type Scale, scaleOf } from '../agenda.rules.ts'
import classes from './week-grid.module.css'

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
          <div className={classes.axis} aria-hidden>
            {hours.map((hour) => (
              <span key={hour} style={{ height: 60 * scale.pixels }}>
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
    <section className={scale ? classes.day : `portal-card ${classes.card}`} aria-labelledby={headingId}>
      <h3 id={headingId} className={isToday ? `${classes.head} ${classes.today}` : classes.head}>
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
        className={scale ? classes.column : undefined}
        style={
          scale
            ? {
                height: (scale.last - scale.first) * scale.pixels,
                backgroundSize: `100% ${60 * scale.pixels}px`,
              }
            : undefined
        }
      >
        {scale &&
          blocks.map((block) => {
            const part = positionOnDay(scale, day, block)
            return part && <div key={block.id} className={classes.block} style={part} aria-hidden />
          })}
        {entries.length === 0 ? (
          <p className={classes.none}>Sin horas</p>
        ) : (
          <ol className={classes.entries}>
            {entries.map((entry) => (
              <li
                key={`${entry.kind} ${entry.item.starts_at}`}
                style={scale ? positionOf(scale, entry.item) : undefined}
                className={entry.kind === 'free' ? '' : classes.hourItem}
              >
                {entry.kind === 'appointment' ? (
                  <Booked appointment={entry.item} onAppointment={onAppointment} />
                ) : (
                  <span className={classes.free}>
                    {localTimeOf(entry.item.starts_at)} {entry.item.held ? 'En reserva' : 'Libre'}
                  </span>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function Booked({
  appointment,
  onAppointment,
}: {
  appointment: CalendarAppointment
  onAppointment(appointment: CalendarAppointment): void
}) {
  return (
    <button
      type="button"
      className={appointment.outside ? `${classes.booked} ${classes.outside}` : classes.booked}
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
