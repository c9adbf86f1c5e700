/** Shows a professional's week with appointments, free slots, blocks and extra time, and the actions of staff. */

import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import type { CalendarException } from '@mi-portal/contract/agenda/calendar-week'
import { addDays, dayOf } from '@mi-portal/contract/values/dates'
import {
  IconCalendarPlus,
  IconChevronLeft,
  IconChevronRight,
  IconLock,
  IconPencil,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatDay, formatMoment } from '../../../lib/dates.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import classes from '../agenda.module.css'
import { agendaKey, type WeekData, weekQuery } from '../agenda.queries.ts'
import { mondayOf, timeOf } from '../agenda.rules.ts'
import { BlockTime } from './block-time.tsx'
import { EndException } from './end-exception.tsx'
import { HourDialog } from './hour-dialog.tsx'
import { OpenTime } from './open-time.tsx'
import { WeekGrid } from './week-grid.tsx'

interface WeekProps {
  id: number
  /** Any day of the week; when absent, the current week. */
  desde: string | undefined
  onWeek(day: string | undefined): void
}

type Window =
  | { kind: 'hour'; hour: CalendarAppointment }
  | { kind: 'end'; exception: CalendarException }
  | { kind: 'block' }
  | { kind: 'open' }

export function Week({ id, desde, onWeek }: WeekProps) {
  const thisWeek = mondayOf(dayOf(now()))
  const from = mondayOf(desde ?? thisWeek)
  const client = useQueryClient()
  const query = useQuery(weekQuery(id, from))
  const [window, setWindow] = useState<Window | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const go = (day: string) => onWeek(day === thisWeek ? undefined : day)
  const show = (next: Window) => {
    setDone(null)
    setWindow(next)
  }
  const close = () => setWindow(null)
  const tell = (text: string) => {
    setWindow(null)
    setDone(text)
    void client.invalidateQueries({ queryKey: agendaKey })
  }

  return (
    <>
      <BackLink to="/admin/agenda">Volver a profesionales</BackLink>
      <PageHeading
        title={query.data?.professional.name ?? 'Agenda del profesional'}
        lead={query.data ? leadOf(query.data) : undefined}
      >
        <Button
          variant="outline"
          leftSection={<IconLock size={20} stroke={1.75} aria-hidden />}
          onClick={() => show({ kind: 'block' })}
        >
          BLOQUEAR HORAS
        </Button>
        <Button
          variant="outline"
          leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => show({ kind: 'open' })}
        >
          ABRIR HORAS
        </Button>
        <ButtonLink
          to="/admin/agenda"
          search={{ profesional: id, editar: true }}
          variant="default"
          leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />}
        >
          EDITAR CALENDARIO
        </ButtonLink>
      </PageHeading>
      <nav className={classes.weekNav} aria-label="Semana">
        <Button
          size="sm"
          variant="default"
          aria-label="Semana anterior"
          onClick={() => go(addDays(from, -7))}
        >
          <IconChevronLeft size={20} stroke={1.75} aria-hidden />
        </Button>
        <h2 className={classes.weekTitle}>
          {formatDay(from)} a {formatDay(addDays(from, 6))}
        </h2>
        <Button
          size="sm"
          variant="default"
          aria-label="Semana siguiente"
          onClick={() => go(addDays(from, 7))}
        >
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Button>
        {from !== thisWeek && (
          <Button size="sm" variant="subtle" onClick={() => onWeek(undefined)}>
            Esta semana
          </Button>
        )}
      </nav>
      {done !== null && (
        <div className={classes.told}>
          <Notice kind="success" title={done} announce />
        </div>
      )}
      <Loaded query={query} skeleton={<BlockSkeleton height={480} />}>
        {(week) => (
          <>
            <WeekGrid week={week} onHour={(hour) => show({ kind: 'hour', hour })} />
            <Exceptions
              exceptions={week.exceptions}
              onEnd={(exception) => show({ kind: 'end', exception })}
            />
          </>
        )}
      </Loaded>
      {window?.kind === 'hour' && (
        <HourDialog
          hour={window.hour}
          onClose={close}
          onMoved={() => tell('La hora fue movida. Avisamos al paciente por correo y en su portal.')}
          onCancelled={() => tell('La hora fue cancelada. Avisamos al paciente por correo y en su portal.')}
        />
      )}
      {window?.kind === 'block' && (
        <BlockTime
          id={id}
          day={from < dayOf(now()) ? dayOf(now()) : from}
          onClose={close}
          onBlocked={() => tell('Las horas quedaron bloqueadas.')}
        />
      )}
      {window?.kind === 'open' && (
        <OpenTime id={id} onClose={close} onOpened={() => tell('Las horas quedaron abiertas.')} />
      )}
      {window?.kind === 'end' && (
        <EndException
          exception={window.exception}
          onClose={close}
          onEnded={() =>
            tell(
              window.exception.kind === 'block'
                ? 'El bloqueo fue levantado.'
                : 'Las horas abiertas fueron quitadas.',
            )
          }
        />
      )}
    </>
  )
}

function leadOf({ professional }: WeekData): string {
  const attends = professional.specialties.map(({ name }) => name).join(', ') || 'Sin calendario'
  return professional.active ? attends : `${attends} · Inactivo`
}

interface ExceptionsProps {
  exceptions: readonly CalendarException[]
  onEnd(exception: CalendarException): void
}

function Exceptions({ exceptions, onEnd }: ExceptionsProps) {
  if (exceptions.length === 0) return null
  return (
    <section className={classes.exceptions} aria-labelledby="excepciones">
      <h2 id="excepciones">Bloqueos y horas abiertas</h2>
      <ul>
        {exceptions.map((exception) => (
          <li key={exception.id} className="portal-card">
            <div>
              <b>{exception.kind === 'block' ? 'Bloqueado' : 'Abierto'}</b>
              <span className={classes.small}>
                {formatMoment(exception.starts_at)} a {endOf(exception)}
                {exception.place && ` · ${exception.place}`}
                {exception.reason && ` · ${exception.reason}`}
              </span>
            </div>
            <Button size="sm" variant="default" onClick={() => onEnd(exception)}>
              {exception.kind === 'block' ? 'Levantar bloqueo' : 'Quitar horas'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Returns the end of an exception as text: only the time when it ends on the day it starts, otherwise day and time. An
 * end at midnight is shown as the end of the day before.
 */
function endOf({ starts_at, ends_at }: CalendarException): string {
  if (timeOf(ends_at) === '00:00')
    return `${formatDay(new Date(Date.parse(ends_at) - 60_000).toISOString())}, fin del día`
  return formatDay(starts_at) === formatDay(ends_at) ? `${timeOf(ends_at)} h` : formatMoment(ends_at)
}
