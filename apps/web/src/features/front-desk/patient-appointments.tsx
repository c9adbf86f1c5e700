/** The appointments of a patient: upcoming ones with what staff can do, and past ones. */

import { attendanceNames } from '@mi-portal/contract/attendance'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { PageAppointment, PagePatient } from '@mi-portal/contract/front-desk'
import type { Notified } from '@mi-portal/contract/notified'
import { privateLabel } from '@mi-portal/contract/private-items'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatShortTimestamp, formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Card, join } from '../../ui/layout/layout.tsx'
import { NotifiedNotice } from '../../ui/notified-notice.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AppointmentDialog } from '../agenda/week/appointment-dialog.tsx'
import { attendanceLooks } from '../attendance/arrivals.rules.ts'
import { useRecordAttendance } from '../attendance/attendance.queries.ts'
import { useConfirmAppointment, useReloadPatient } from './front-desk.queries.ts'
import { type AppointmentAct, listAppointmentActs } from './patient.rules.ts'

interface UpcomingProps {
  patient: PagePatient
  appointments: readonly PageAppointment[]
  /** An appointment that was just booked. */
  bookedId: number | null
}

type Opened = { appointment: PageAppointment; first: 'move' | 'cancel' }

export function UpcomingAppointments({ patient, appointments, bookedId }: UpcomingProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [done, setDone] = useState<{ title: string; answer: Notified } | null>(null)
  const confirm = useConfirmAppointment()
  const record = useRecordAttendance()
  const reload = useReloadPatient()
  function finish(title: string, answer: Notified) {
    setOpened(null)
    setDone({ title, answer })
    void reload()
  }
  function start(act: AppointmentAct, appointment: PageAppointment) {
    if (act === 'confirm') confirm.mutate(appointment)
    else if (act === 'move' || act === 'cancel') setOpened({ appointment, first: act })
    else record.mutate({ of: appointment, attendance: act }, { onSettled: reload })
  }
  return (
    <Card className="grid grid-cols-1 gap-2" aria-labelledby="proximas">
      <h2 id="proximas">Próximas horas</h2>
      {done && <NotifiedNotice {...done} />}
      {confirm.isError && <ErrorNotice error={confirm.error} />}
      {record.isError && <ErrorNotice error={record.error} />}
      {appointments.length === 0 && <p className="text-muted">No tiene horas reservadas.</p>}
      <ul className="plain-list rows">
        {appointments.map((appointment) => (
          <AppointmentRow
            key={appointment.id_appointment}
            appointment={appointment}
            isNew={appointment.id_appointment === bookedId}
          >
            {listAppointmentActs(appointment, now()).map((act) => (
              <Button
                key={act}
                size="xs"
                variant="text"
                data-act={act}
                disabled={confirm.isPending || record.isPending}
                aria-label={`${actLabels[act]}: hora del ${formatTimestamp(appointment.starts_at)}`}
                onClick={() => start(act, appointment)}
              >
                {actLabels[act]}
              </Button>
            ))}
          </AppointmentRow>
        ))}
      </ul>
      {opened && (
        <AppointmentDialog
          appointment={{ ...opened.appointment, patient_full_name: formatFullName(patient), outside: false }}
          first={opened.first}
          onClose={() => setOpened(null)}
          onMoved={(answer) => finish('La hora fue movida.', answer)}
          onCancelled={(answer) => finish('La hora fue cancelada.', answer)}
        />
      )}
    </Card>
  )
}

const actLabels: Readonly<Record<AppointmentAct, string>> = {
  ...attendanceNames,
  confirm: 'Confirmar',
  move: 'Mover',
  cancel: 'Cancelar',
}

const fewPast = 5

export function PastAppointments({ appointments }: { appointments: readonly PageAppointment[] }) {
  const [areAll, setAreAll] = useState(false)
  return (
    <Card aria-labelledby="pasadas">
      <h2 id="pasadas">Horas pasadas</h2>
      {appointments.length === 0 && <p className="mt-2 text-muted">No tiene horas pasadas en tus sedes.</p>}
      <ul className="plain-list rows mt-2">
        {appointments.slice(0, areAll ? undefined : fewPast).map((appointment) => (
          <AppointmentRow key={appointment.id_appointment} appointment={appointment} isPast />
        ))}
      </ul>
      {!areAll && appointments.length > fewPast && (
        <Button size="sm" variant="text" onClick={() => setAreAll(true)}>
          Ver las últimas {appointments.length}
        </Button>
      )}
    </Card>
  )
}

interface RowProps {
  appointment: PageAppointment
  isNew?: boolean
  isPast?: boolean
  children?: React.ReactNode
}

function AppointmentRow({ appointment, isNew, isPast, children }: RowProps) {
  const { starts_at, doctor_name, specialty, place, is_private } = appointment
  const item = useRef<HTMLLIElement>(null)
  // The keyboard goes on at the appointment that was just booked.
  useEffect(() => {
    if (isNew) item.current?.focus()
  }, [isNew])
  return (
    <li
      ref={item}
      className={join('flex flex-wrap items-center gap-2 py-3', isNew && 'rounded-sm bg-soft')}
      tabIndex={isNew ? -1 : undefined}
    >
      <time
        dateTime={starts_at}
        className="font-strong text-strong"
        style={{ minWidth: isPast ? '10.5rem' : '9.5rem' }}
      >
        {isPast ? formatTimestamp(starts_at) : formatShortTimestamp(starts_at)}
      </time>
      <div className="min-w-0 flex-[1_1_140px]">
        {doctor_name}
        <span className="type-meta block text-muted">
          {[specialty, place].filter(Boolean).join(' · ')}
          {is_private && ` · ${privateLabel}: no la menciones a su familia`}
        </span>
      </div>
      <div style={{ minWidth: '8.5rem' }}>
        <AppointmentState appointment={appointment} />
      </div>
      {children && <div className="flex flex-wrap">{children}</div>}
    </li>
  )
}

function AppointmentState({
  appointment: { attendance, confirmed_at, ends_at },
}: {
  appointment: PageAppointment
}) {
  if (attendance !== null)
    return <StatusBadge look={attendanceLooks[attendance]}>{attendanceNames[attendance]}</StatusBadge>
  if (Date.parse(ends_at) <= now().getTime()) return <StatusBadge look="neutral">Sin registrar</StatusBadge>
  return confirmed_at === null ? (
    <StatusBadge look="neutral" icon={IconClock}>
      Por confirmar
    </StatusBadge>
  ) : (
    <StatusBadge look="info" icon={IconCheck}>
      Confirmada
    </StatusBadge>
  )
}
