/** Staff decide about each appointment that a change would leave without a place, before the change is made. */
import type { CalendarAppointment, Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import { useState } from 'react'
import { formatLongDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './agenda.module.css'
import { getLocalDay, getLocalTime } from './agenda.rules.ts'
import { MoveAppointment } from './move-appointment.tsx'

interface DecideAppointmentsProps {
  appointments: readonly CalendarAppointment[]
  /** Explains what the change does to the appointments. */
  intro: string
  confirm: string
  loading: boolean
  error: string | null
  onConfirm(decisions: Decision[]): void
  onBack(): void
  /** An appointment was moved; the list must be reloaded. */
  onMoved(): void
}

type DecisionAct = Decision['act']

const appointmentKey = ({ id_appointment, sequence }: CalendarAppointment) => `${id_appointment} ${sequence}`

export function DecideAppointments(props: DecideAppointmentsProps) {
  const { appointments, intro, confirm, loading, error, onConfirm, onBack, onMoved } = props
  const [acts, setActs] = useState<Readonly<Record<string, DecisionAct>>>({})
  const [missing, setMissing] = useState(false)
  const [moving, setMoving] = useState<CalendarAppointment | null>(null)

  if (moving)
    return (
      <MoveAppointment
        appointment={moving}
        onBack={() => setMoving(null)}
        onMoved={() => {
          setMoving(null)
          onMoved()
        }}
      />
    )

  const open = appointments.filter((appointment) => acts[appointmentKey(appointment)] === undefined)
  const choose = (appointment: CalendarAppointment, act: DecisionAct) =>
    setActs((before) => ({ ...before, [appointmentKey(appointment)]: act }))
  const chooseAll = (act: DecisionAct) =>
    setActs(Object.fromEntries(appointments.map((appointment) => [appointmentKey(appointment), act])))

  function submit() {
    setMissing(open.length > 0)
    if (open.length > 0) return
    onConfirm(
      appointments.map((appointment) => ({
        id_appointment: appointment.id_appointment,
        sequence: appointment.sequence,
        act: acts[appointmentKey(appointment)] ?? 'keep',
      })),
    )
  }

  return (
    <div className={classes.stack}>
      {appointments.length === 0 ? (
        <Notice kind="success" title="Ya no quedan horas reservadas en ese período" />
      ) : (
        <Notice
          kind="warning"
          title={
            appointments.length === 1 ? 'Hay 1 hora reservada' : `Hay ${appointments.length} horas reservadas`
          }
        >
          {intro}
        </Notice>
      )}
      {appointments.length > 1 && (
        <div className="flex flex-wrap gap-3">
          <Button size="sm" variant="default" onClick={() => chooseAll('keep')}>
            Mantener todas
          </Button>
          <Button size="sm" variant="default" onClick={() => chooseAll('cancel')}>
            Cancelar todas
          </Button>
        </div>
      )}
      <ul className="plain-list grid gap-3">
        {appointments.map((appointment) => (
          <li key={appointmentKey(appointment)} className="portal-card">
            <fieldset className={classes.decision}>
              <legend>
                {appointment.patient_full_name}
                <span className="block type-meta font-normal text-muted">
                  {formatLongDay(getLocalDay(appointment.starts_at))}, {getLocalTime(appointment.starts_at)} h
                  · {appointment.doctor_name}
                </span>
              </legend>
              <div className={classes.acts}>
                <DecisionChoice
                  appointment={appointment}
                  act="keep"
                  chosen={acts[appointmentKey(appointment)]}
                  onChoose={choose}
                >
                  Se mantiene
                </DecisionChoice>
                <DecisionChoice
                  appointment={appointment}
                  act="cancel"
                  chosen={acts[appointmentKey(appointment)]}
                  onChoose={choose}
                >
                  Se cancela, con aviso
                </DecisionChoice>
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={`Mover a otra hora: ${appointment.patient_full_name}`}
                  onClick={() => setMoving(appointment)}
                >
                  Mover a otra hora
                </Button>
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      {missing && open.length > 0 && (
        <Notice
          kind="error"
          title={open.length === 1 ? 'Falta decidir 1 hora' : `Falta decidir ${open.length} horas`}
        />
      )}
      {error !== null && <Notice kind="error" title={error} />}
      <div className="flex flex-wrap justify-end gap-3 mt-1 max-desktop:*:flex-[1_1_140px]">
        <Button variant="default" disabled={loading} onClick={onBack}>
          Volver
        </Button>
        <Button loading={loading} onClick={submit}>
          {confirm}
        </Button>
      </div>
    </div>
  )
}

interface ChoiceProps {
  appointment: CalendarAppointment
  act: DecisionAct
  chosen: DecisionAct | undefined
  onChoose(appointment: CalendarAppointment, act: DecisionAct): void
  children: string
}

function DecisionChoice({ appointment, act, chosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2 min-h-11 cursor-pointer [&_input]:size-[20px] [&_input]:m-0 [&_input]:accent-action">
      <input
        type="radio"
        name={`decision-${appointment.id_appointment}`}
        checked={chosen === act}
        onChange={() => onChoose(appointment, act)}
      />
      {children}
    </label>
  )
}
