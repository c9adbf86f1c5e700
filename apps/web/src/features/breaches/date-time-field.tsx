/** A day and a time of day in Santiago's time zone. */
import { isDay, santiago, toInstant } from '@mi-portal/contract/values/dates'
import { today } from '../../lib/dates.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './breaches.module.css'

interface DayAndTime {
  day: string
  time: string
}

interface DateTimeFieldProps {
  /** Labels of the day (`label`) and of the time (`time`). */
  label: string
  time: string
  /** The timestamp; while one of the two fields is empty, the day and the time with a space between them. */
  value: string
  /** Receives the new value, null when both fields are empty. */
  onChange(value: string | null): void
  error?: string | undefined
}

export function DateTimeField({ label, time: timeLabel, value, onChange, error }: DateTimeFieldProps) {
  const { day, time } = parseValue(value)
  const lastDay = today()

  function change(next: DayAndTime) {
    if (isDay(next.day) && next.time !== '') onChange(toInstant(next.day, next.time).toISOString())
    else onChange(next.day === '' && next.time === '' ? null : `${next.day} ${next.time}`)
  }

  return (
    <div className={classes.moment}>
      <DateField
        label={label}
        description="Por ejemplo, 14/11/2026."
        value={day}
        max={lastDay}
        opensAt={lastDay}
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

function parseValue(value: string): DayAndTime {
  const isComplete = value.includes('T')
  if (isComplete) return santiago(new Date(value))
  const [day = '', time = ''] = value.split(' ')
  return { day, time }
}
