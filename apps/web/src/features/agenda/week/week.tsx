/** Shows a professional's week with appointments, free slots, blocks and extra time, and the actions of staff. */

import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import type { CalendarException, FreeSlot } from '@mi-portal/contract/agenda/calendar-week'
import type { Notified } from '@mi-portal/contract/notified'
import { addDays, toDay } from '@mi-portal/contract/values/dates'
import {
  IconCalendarPlus,
  IconChevronLeft,
  IconChevronRight,
  IconLock,
  IconPencil,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatDay, formatTimestamp } from '../../../lib/dates.ts'
import { describeNotified } from '../../../lib/notified.ts'
import { useHasPermission } from '../../../lib/permissions.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { CallsDue } from '../../calls-due/calls-due.tsx'
import classes from '../agenda.module.css'
import { useReloadCalendars, type WeekData, weekQuery } from '../agenda.queries.ts'
import { getLocalTime, getMonday } from '../agenda.rules.ts'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { BlockTime } from './block-time.tsx'
import { EndException } from './end-exception.tsx'
import { OpenTime } from './open-time.tsx'
import { WeekGrid } from './week-grid.tsx'

/** The dialog that books a free slot, which another domain brings. */
export type SlotDialog = ComponentType<{
  slot: Pick<FreeSlot, 'id' | 'starts_at' | 'place'> & { doctor_name: string }
  onClose(): void
  onBooked(title: string, answer: Notified): void
}>

interface WeekProps {
  SlotDialog: SlotDialog
  id: number
  /** Any day of the week; when absent, the current week. */
  desde: string | undefined
  onWeek(day: string | undefined): void
}

type OpenDialog =
  | { kind: 'hour'; appointment: CalendarAppointment }
  | { kind: 'free'; slot: FreeSlot }
  | { kind: 'end'; exception: CalendarException }
  | { kind: 'block' }
  | { kind: 'open' }

export function Week({ id, desde, onWeek, SlotDialog }: WeekProps) {
  const thisWeek = getMonday(toDay(now()))
  const from = getMonday(desde ?? thisWeek)
  const query = useQuery(weekQuery(id, from))
  const reload = useReloadCalendars()
  const mayBook = useHasPermission('bookings.manage')
  const [window, setWindow] = useState<OpenDialog | null>(null)
  const [done, setDone] = useState<{ text: string; isUnnotified: boolean } | null>(null)
  const go = (day: string) => onWeek(day === thisWeek ? undefined : day)
  const show = (next: OpenDialog) => {
    setDone(null)
    setWindow(next)
  }
  const close = () => setWindow(null)
  const showMessage = (text: string, answer: Notified = {}) => {
    const { isUnnotified, text: notified } = describeNotified(answer)
    setWindow(null)
    setDone({ isUnnotified, text: `${text} ${notified}`.trim() })
  }

  return (
    <>
      <BackLink to="/admin/agenda">Volver a profesionales</BackLink>
      <PageHeading
        title={query.data?.professional.name ?? 'Agenda del profesional'}
        lead={query.data ? describeProfessional(query.data) : undefined}
      >
        <Button
          variant="outline"
          leftSection={<IconLock size={20} stroke={1.75} aria-hidden />}
          onClick={() => show({ kind: 'block' })}
        >
          Bloquear horas
        </Button>
        <Button
          variant="outline"
          leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => show({ kind: 'open' })}
        >
          Abrir horas
        </Button>
        <ButtonLink
          to="/admin/agenda"
          search={{ profesional: id, editar: true }}
          variant="default"
          leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />}
        >
          Editar calendario
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
        <h2>
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
        <div className="mb-4">
          <Notice kind={done.isUnnotified ? 'error' : 'success'} title={done.text} announce />
        </div>
      )}
      <CallsDue />
      <QueryContent query={query} skeleton={<BlockSkeleton height={480} />}>
        {(week) => (
          <>
            <WeekGrid
              week={week}
              onAppointment={(appointment) => show({ kind: 'hour', appointment })}
              onFree={mayBook ? (slot) => show({ kind: 'free', slot }) : undefined}
            />
            <Exceptions
              exceptions={week.exceptions}
              onEnd={(exception) => show({ kind: 'end', exception })}
            />
          </>
        )}
      </QueryContent>
      {window?.kind === 'hour' && (
        <AppointmentDialog
          appointment={window.appointment}
          onClose={close}
          onMoved={(answer) => showMessage('La hora fue movida.', answer)}
          onCancelled={(answer) => showMessage('La hora fue cancelada.', answer)}
        />
      )}
      {window?.kind === 'free' && (
        <SlotDialog
          slot={{ ...window.slot, doctor_name: query.data?.professional.name ?? '' }}
          onClose={() => {
            close()
            void reload()
          }}
          onBooked={(title, answer) => {
            showMessage(title, answer)
            void reload()
          }}
        />
      )}
      {window?.kind === 'block' && (
        <BlockTime
          id={id}
          day={from < toDay(now()) ? toDay(now()) : from}
          onClose={close}
          onBlocked={() => showMessage('Las horas quedaron bloqueadas.')}
        />
      )}
      {window?.kind === 'open' && (
        <OpenTime id={id} onClose={close} onOpened={() => showMessage('Las horas quedaron abiertas.')} />
      )}
      {window?.kind === 'end' && (
        <EndException
          exception={window.exception}
          onClose={close}
          onEnded={() =>
            showMessage(
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

function describeProfessional({ professional }: WeekData): string {
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
    <section
      className="mt-6 [&_h2]:mb-3 [&_ul]:plain-list [&_ul]:grid [&_ul]:gap-3 [&_li]:flex [&_li]:flex-wrap [&_li]:items-center [&_li]:justify-between [&_li]:gap-3 [&_li]:p-4"
      aria-labelledby="excepciones"
    >
      <h2 id="excepciones">Bloqueos y horas abiertas</h2>
      <ul>
        {exceptions.map((exception) => (
          <li key={exception.id} className="portal-card">
            <div>
              <b>{exception.kind === 'block' ? 'Bloqueado' : 'Abierto'}</b>
              <span className="block type-meta font-normal text-muted">
                {formatTimestamp(exception.starts_at)} a {formatEnd(exception)}
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
function formatEnd({ starts_at, ends_at }: CalendarException): string {
  if (getLocalTime(ends_at) === '00:00')
    return `${formatDay(new Date(Date.parse(ends_at) - 60_000).toISOString())}, fin del día`
  return formatDay(starts_at) === formatDay(ends_at) ? `${getLocalTime(ends_at)} h` : formatTimestamp(ends_at)
}
