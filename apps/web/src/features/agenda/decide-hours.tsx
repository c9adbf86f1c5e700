/** Staff decide about each appointment that a change would leave without a place, before the change is made. */
import type { CalendarAppointment, Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import { useState } from 'react'
import { formatLongDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './agenda.module.css'
import { dayOfMoment, timeOf } from './agenda.rules.ts'
import { MoveHour } from './move-hour.tsx'

interface DecideHoursProps {
  hours: readonly CalendarAppointment[]
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

type Act = Decision['act']

const keyOf = ({ id_appointment, sequence }: CalendarAppointment) => `${id_appointment} ${sequence}`

export function DecideHours(props: DecideHoursProps) {
  const { hours, intro, confirm, loading, error, onConfirm, onBack, onMoved } = props
  const [acts, setActs] = useState<Readonly<Record<string, Act>>>({})
  const [missing, setMissing] = useState(false)
  const [moving, setMoving] = useState<CalendarAppointment | null>(null)

  if (moving)
    return (
      <MoveHour
        hour={moving}
        onBack={() => setMoving(null)}
        onMoved={() => {
          setMoving(null)
          onMoved()
        }}
      />
    )

  const open = hours.filter((hour) => acts[keyOf(hour)] === undefined)
  const choose = (hour: CalendarAppointment, act: Act) =>
    setActs((before) => ({ ...before, [keyOf(hour)]: act }))
  const chooseAll = (act: Act) => setActs(Object.fromEntries(hours.map((hour) => [keyOf(hour), act])))

  function submit() {
    setMissing(open.length > 0)
    if (open.length > 0) return
    onConfirm(
      hours.map((hour) => ({
        id_appointment: hour.id_appointment,
        sequence: hour.sequence,
        act: acts[keyOf(hour)] ?? 'keep',
      })),
    )
  }

  return (
    <div className={classes.stack}>
      {hours.length === 0 ? (
        <Notice kind="success" title="Ya no quedan horas reservadas en ese período" />
      ) : (
        <Notice
          kind="warning"
          title={hours.length === 1 ? 'Hay 1 hora reservada' : `Hay ${hours.length} horas reservadas`}
        >
          {intro}
        </Notice>
      )}
      {hours.length > 1 && (
        <div className={classes.inline}>
          <Button size="sm" variant="default" onClick={() => chooseAll('keep')}>
            Mantener todas
          </Button>
          <Button size="sm" variant="default" onClick={() => chooseAll('cancel')}>
            Cancelar todas
          </Button>
        </div>
      )}
      <ul className={classes.decisions}>
        {hours.map((hour) => (
          <li key={keyOf(hour)} className="portal-card">
            <fieldset className={classes.decision}>
              <legend>
                {hour.patient_full_name}
                <span className={classes.small}>
                  {formatLongDay(dayOfMoment(hour.starts_at))}, {timeOf(hour.starts_at)} h ·{' '}
                  {hour.doctor_name}
                </span>
              </legend>
              <div className={classes.acts}>
                <Choice hour={hour} act="keep" chosen={acts[keyOf(hour)]} onChoose={choose}>
                  Se mantiene
                </Choice>
                <Choice hour={hour} act="cancel" chosen={acts[keyOf(hour)]} onChoose={choose}>
                  Se cancela, con aviso
                </Choice>
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={`Mover a otra hora: ${hour.patient_full_name}`}
                  onClick={() => setMoving(hour)}
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
      <div className={classes.buttons}>
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
  hour: CalendarAppointment
  act: Act
  chosen: Act | undefined
  onChoose(hour: CalendarAppointment, act: Act): void
  children: string
}

function Choice({ hour, act, chosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input
        type="radio"
        name={`decision-${hour.id_appointment}`}
        checked={chosen === act}
        onChange={() => onChoose(hour, act)}
      />
      {children}
    </label>
  )
}
