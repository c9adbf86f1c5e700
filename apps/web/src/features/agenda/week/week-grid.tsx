/** Shows seven days: side by side on a time scale, or as lists on phones. Both use the same text. */
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import type { FreeSlot } from '@mi-portal/contract/agenda/calendar-week'
import { dayOf } from '@mi-portal/contract/values/dates'
import { IconVideo } from '@tabler/icons-react'
import { now } from '../../../lib/clock.ts'
import { chipParts, formatLongDay, formatWeekday } from '../../../lib/dates.ts'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import type { WeekData } from '../agenda.queries.ts'
import { dayOfMoment, positionOf, positionOnDay, type Scale, scaleOf, timeOf } from '../agenda.rules.ts'
import classes from './week-grid.module.css'

interface WeekGridProps {
  week: WeekData
  onHour(hour: CalendarAppointment): void
}

type Entry = { kind: 'hour'; hour: CalendarAppointment } | { kind: 'free'; hour: FreeSlot }

export function WeekGrid({ week, onHour }: WeekGridProps) {
  const wide = useWideScreen()
  const scale = scaleOf([...week.hours, ...week.free])
  const hours = Array.from(
    { length: (scale.last - scale.first) / 60 },
    (_, index) => scale.first / 60 + index,
  )
  return (
    <div className={wide ? classes.scroller : undefined}>
      <div className={wide ? `portal-card ${classes.grid}` : classes.list}>
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
            onHour={onHour}
          />
        ))}
      </div>
    </div>
  )
}

function entriesOf(week: WeekData, day: string): Entry[] {
  const entries: Entry[] = [
    ...week.hours.map((hour) => ({ kind: 'hour' as const, hour })),
    ...week.free.map((hour) => ({ kind: 'free' as const, hour })),
  ]
  return entries
    .filter(({ hour }) => dayOfMoment(hour.starts_at) === day)
    .sort((one, other) => one.hour.starts_at.localeCompare(other.hour.starts_at))
}

interface DayColumnProps {
  day: string
  holiday: string | null
  entries: readonly Entry[]
  week: WeekData
  /** The scale; null shows the day as a list. */
  scale: Scale | null
  onHour(hour: CalendarAppointment): void
}

function DayColumn({ day, holiday, entries, week, scale, onHour }: DayColumnProps) {
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
        {isToday && <span className={classes.mark}>Hoy</span>}
        {holiday !== null && <span className={classes.holiday}>Feriado: {holiday}</span>}
        {isBlocked && <span className={classes.blockedWord}>Con bloqueo</span>}
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
                key={`${entry.kind} ${entry.hour.starts_at}`}
                style={scale ? positionOf(scale, entry.hour) : undefined}
                className={entry.kind === 'free' ? classes.freeItem : classes.hourItem}
              >
                {entry.kind === 'hour' ? (
                  <Booked hour={entry.hour} onHour={onHour} />
                ) : (
                  <span className={classes.free}>
                    {timeOf(entry.hour.starts_at)} {entry.hour.held ? 'En reserva' : 'Libre'}
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

function Booked({ hour, onHour }: { hour: CalendarAppointment; onHour(hour: CalendarAppointment): void }) {
  return (
    <button
      type="button"
      className={hour.outside ? `${classes.booked} ${classes.outside}` : classes.booked}
      onClick={() => onHour(hour)}
    >
      <b>{timeOf(hour.starts_at)}</b> {hour.patient_full_name}
      {hour.modality === 'telemedicina' && (
        <>
          {' '}
          <IconVideo size={16} stroke={1.75} aria-hidden />
          <span className="portal-hidden">por video</span>
        </>
      )}
      {hour.outside && <span className={classes.outsideWord}> Fuera de calendario</span>}
    </button>
  )
}
