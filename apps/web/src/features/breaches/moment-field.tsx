/** A day and the time of it, as the clocks of Santiago show them. */
import { isDay, momentOf, santiago } from '@mi-portal/contract/values/dates'
import { useState } from 'react'
import { now } from '../../lib/dates.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './breaches.module.css'

interface MomentFieldProps {
  /** What the day is called; the time goes by `time`. */
  label: string
  time: string
  /** The moment with which it begins, or null. */
  start: string | null | undefined
  /** A moment, null where both are empty, and no moment where one of them is missing. */
  onChange(moment: string | null): void
  error?: string | undefined
}

export function MomentField({ label, time: timeLabel, start, onChange, error }: MomentFieldProps) {
  const [{ day, time }, set] = useState<{ day: string; time: string }>(() =>
    start ? santiago(new Date(start)) : { day: '', time: '' },
  )
  const today = now().toISOString().slice(0, 10)

  function change(next: { day: string; time: string }) {
    set(next)
    if (isDay(next.day) && next.time !== '') onChange(momentOf(next.day, next.time).toISOString())
    else onChange(next.day === '' && next.time === '' ? null : 'incompleto')
  }

  return (
    <div className={classes.moment}>
      <DateField
        label={label}
        description="Por ejemplo, 14/11/2026."
        value={day}
        max={today}
        opensAt={today}
        autoComplete="off"
        error={error}
        onChange={(chosen) => change({ day: chosen, time })}
      />
      <TextField
        label={timeLabel}
        type="time"
        value={time}
        onChange={({ currentTarget }) => change({ day, time: currentTarget.value })}
      />
    </div>
  )
}
