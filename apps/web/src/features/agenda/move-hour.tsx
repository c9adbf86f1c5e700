/** Free hours of two weeks to which a booked one can be moved; the move is made at once and the patient is told. */
import type { AgendaHour, MoveTarget } from '@mi-portal/contract/agenda'
import { addDays, dayOf } from '@mi-portal/contract/values/dates'
import { IconCalendarOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, formatLongDay, now } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShortListField } from '../../ui/short-list-field.tsx'
import classes from './agenda.module.css'
import { moveHour, targetsQuery } from './agenda.queries.ts'
import { dayOfMoment, timeOf } from './agenda.rules.ts'

const whose = [
  { id: 1, name: 'El mismo profesional' },
  { id: 2, name: 'Cualquier profesional' },
]

interface MoveHourProps {
  hour: AgendaHour
  onMoved(): void
  onBack(): void
}

export function MoveHour({ hour, onMoved, onBack }: MoveHourProps) {
  const today = dayOf(now())
  const [from, setFrom] = useState(today)
  const [of, setOf] = useState<'same' | 'any'>('same')
  const [slot, setSlot] = useState<number | null>(null)
  const [missing, setMissing] = useState(false)
  const query = useQuery(targetsQuery(hour.id_appointment, from, of))
  const move = useMutation({
    mutationFn: (id: number) => moveHour(hour.id_appointment, id, hour.sequence),
    onSuccess: onMoved,
    onError: () => {
      setSlot(null)
      void query.refetch()
    },
  })

  function show(day: string, professional: 'same' | 'any') {
    setSlot(null)
    setFrom(day)
    setOf(professional)
  }

  return (
    <div className={classes.stack}>
      <p>
        Hora de <b>{hour.patient_full_name}</b>: {formatLongDay(dayOfMoment(hour.starts_at))},{' '}
        {timeOf(hour.starts_at)} h, con {hour.doctor_name}.
      </p>
      <ShortListField
        label="Buscar horas de"
        options={whose}
        value={of === 'same' ? '1' : '2'}
        onChange={(chosen) => show(from, chosen === '2' ? 'any' : 'same')}
      />
      <div className={classes.weekNav}>
        <Button
          size="sm"
          variant="default"
          disabled={from <= today}
          onClick={() => show(addDays(from, -14), of)}
        >
          Anteriores
        </Button>
        <span>
          {formatDay(from)} a {formatDay(addDays(from, 13))}
        </span>
        <Button size="sm" variant="default" onClick={() => show(addDays(from, 14), of)}>
          Siguientes
        </Button>
      </div>
      <Loaded query={query}>
        {(slots) =>
          slots.length === 0 ? (
            <EmptyState icon={IconCalendarOff} title="No hay horas libres en estas dos semanas" />
          ) : (
            <Targets slots={slots} chosen={slot} showsDoctor={of === 'any'} onChoose={setSlot} />
          )
        }
      </Loaded>
      {missing && slot === null && <Notice kind="error" title="Selecciona la nueva hora" />}
      {move.isError && <Notice kind="error" title={move.error.message} />}
      <div className={classes.buttons}>
        <Button variant="default" disabled={move.isPending} onClick={onBack}>
          Volver
        </Button>
        <Button
          loading={move.isPending}
          onClick={() => {
            setMissing(slot === null)
            if (slot !== null) move.mutate(slot)
          }}
        >
          MOVER HORA
        </Button>
      </div>
    </div>
  )
}

interface TargetsProps {
  slots: readonly MoveTarget[]
  chosen: number | null
  showsDoctor: boolean
  onChoose(id: number): void
}

function Targets({ slots, chosen, showsDoctor, onChoose }: TargetsProps) {
  const days = [...new Set(slots.map(({ starts_at }) => dayOfMoment(starts_at)))]
  return (
    <div className={classes.targets}>
      {days.map((day) => (
        <fieldset key={day} className={classes.targetDay}>
          <legend>{formatLongDay(day)}</legend>
          <div className={classes.chips}>
            {slots
              .filter(({ starts_at }) => dayOfMoment(starts_at) === day)
              .map(({ id, starts_at, doctor_name, place }) => (
                <label key={id} className={classes.chip} title={place}>
                  <input type="radio" name="target" checked={chosen === id} onChange={() => onChoose(id)} />
                  <span>
                    {timeOf(starts_at)} h{showsDoctor && <span className={classes.small}>{doctor_name}</span>}
                  </span>
                </label>
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
