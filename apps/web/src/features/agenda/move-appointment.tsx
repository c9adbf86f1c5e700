/**
 * Lists the free slots of two weeks to which an appointment can be moved. The move is made at once and the patient is
 * notified.
 */
import type { CalendarAppointment, MoveTarget } from '@mi-portal/contract/agenda/calendar-appointments'
import { modalityInSentence, modalityNames } from '@mi-portal/contract/appointments/appointments'
import type { Notified } from '@mi-portal/contract/notified'
import { addDays, toDay } from '@mi-portal/contract/values/dates'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatDay, formatLongDay } from '../../lib/dates.ts'
import { createDraftHook } from '../../lib/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { withArticle } from '../people/people.rules.ts'
import classes from './agenda.module.css'
import { targetsQuery, useMoveAppointment } from './agenda.queries.ts'
import { getLocalDay, getLocalTime } from './agenda.rules.ts'

const smallLook = 'block type-meta font-normal text-muted'

const professionalOptions = [
  { id: 1, name: 'El mismo profesional' },
  { id: 2, name: 'Cualquier profesional' },
]

interface MoveAppointmentProps {
  appointment: CalendarAppointment
  onMoved(answer: Notified): void
  onBack(): void
}

type MoveDraft = { from: string; of: 'same' | 'any'; target: MoveTarget | null }

const useDraft = createDraftHook<MoveDraft & { appointmentId: number }>()

export function MoveAppointment({ appointment, onMoved, onBack }: MoveAppointmentProps) {
  const today = toDay(now())
  const [from, setFrom] = useState(today)
  const [of, setOf] = useState<'same' | 'any'>('same')
  const [target, setTarget] = useState<MoveTarget | null>(null)
  const [accepted, setAccepted] = useState(false)
  const [missing, setMissing] = useState(false)
  const query = useQuery(targetsQuery(appointment.id_appointment, from, of))
  // A slot that was taken meanwhile is deselected.
  const slot = query.data?.find(({ id }) => id === target?.id) ?? null
  const draft = useDraft(() =>
    from !== today || of !== 'same' || target !== null
      ? { appointmentId: appointment.id_appointment, from, of, target }
      : null,
  )
  const offered = draft.offered?.appointmentId === appointment.id_appointment ? draft.offered : null
  const move = useMoveAppointment(appointment.id_appointment)
  const moveTo = ({ id, modality }: MoveTarget) =>
    move.mutate(
      {
        slot_id: id,
        sequence: appointment.sequence,
        accepted_modality: accepted ? modality : undefined,
      },
      {
        onSuccess: (answer) => {
          draft.markSent()
          onMoved(answer)
        },
        onError: () => {
          choose(null)
          void query.refetch()
        },
      },
    )

  const changesModality = slot !== null && slot.modality !== appointment.modality

  function choose(next: MoveTarget | null) {
    setTarget(next)
    setAccepted(false)
  }

  function show(day: string, professional: 'same' | 'any') {
    choose(null)
    setFrom(day)
    setOf(professional)
  }

  return (
    <form
      noValidate
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(slot === null)
        if (slot !== null && (!changesModality || accepted)) moveTo(slot)
      }}
    >
      <p>
        Hora de <b>{appointment.patient_full_name}</b>: {formatLongDay(getLocalDay(appointment.starts_at))},{' '}
        {getLocalTime(appointment.starts_at)} h, con {withArticle(appointment.doctor_name)}.
      </p>
      {offered && (
        <DraftNotice
          onTake={() => {
            // A stored search of past days starts today. The patient's agreement to another modality must be
            // confirmed again.
            show(offered.from < today ? today : offered.from, offered.of)
            setTarget(offered.target)
            draft.discard()
          }}
          onLeave={draft.discard}
        />
      )}
      <SelectField
        label="Buscar horas de"
        options={professionalOptions}
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
      <QueryContent query={query}>
        {(slots) =>
          slots.length === 0 ? (
            <EmptyState icon={IconCalendarOff} title="No hay horas libres en estas dos semanas" />
          ) : (
            <Targets slots={slots} chosen={slot?.id ?? null} showsDoctor={of === 'any'} onChoose={choose} />
          )
        }
      </QueryContent>
      {missing && slot === null && <Notice kind="error" title="Selecciona la nueva hora" />}
      {changesModality && (
        <Notice
          kind="warning"
          announce
          title={`La hora cambia de ${modalityInSentence[appointment.modality]} a ${modalityInSentence[slot.modality]}`}
        >
          <CheckBox checked={accepted} onChange={setAccepted}>
            El paciente está de acuerdo con este cambio.
          </CheckBox>
        </Notice>
      )}
      {move.isError && <ErrorNotice error={move.error} />}
      <div className="flex flex-wrap justify-end gap-3 mt-1 max-desktop:*:flex-[1_1_140px]">
        <Button variant="default" disabled={move.isPending} onClick={onBack}>
          Volver
        </Button>
        <Button type="submit" loading={move.isPending} disabled={changesModality && !accepted}>
          Mover hora
        </Button>
      </div>
    </form>
  )
}

interface TargetsProps {
  slots: readonly MoveTarget[]
  chosen: number | null
  showsDoctor: boolean
  onChoose(target: MoveTarget): void
}

function Targets({ slots, chosen, showsDoctor, onChoose }: TargetsProps) {
  const isMixed = slots.some(({ modality }) => modality !== slots[0]?.modality)
  const days = [...new Set(slots.map(({ starts_at }) => getLocalDay(starts_at)))]
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The keyboard begins at the first hour, unless it is where the hours are searched.
    if (document.activeElement?.closest('form') === null) list.current?.querySelector('input')?.focus()
  }, [])
  return (
    <div ref={list} className="grid gap-4 max-h-[380px] p-1 overflow-y-auto">
      {days.map((day) => (
        <fieldset
          key={day}
          className="min-w-0 m-0 p-0 border-0 [&_legend]:mb-2 [&_legend]:p-0 [&_legend]:font-strong [&_legend]:text-strong"
        >
          <legend>{formatLongDay(day)}</legend>
          <div className="flex flex-wrap gap-2">
            {slots
              .filter(({ starts_at }) => getLocalDay(starts_at) === day)
              .map((target) => (
                <label key={target.id} className={classes.chip} title={target.place}>
                  <input
                    type="radio"
                    name="target"
                    checked={chosen === target.id}
                    onChange={() => onChoose(target)}
                  />
                  <span>
                    {getLocalTime(target.starts_at)} h
                    {showsDoctor && <span className={smallLook}>{target.doctor_name}</span>}
                    {isMixed && <span className={smallLook}>{modalityNames[target.modality]}</span>}
                  </span>
                </label>
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
