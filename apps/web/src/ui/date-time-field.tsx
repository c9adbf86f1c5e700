/** A day and a time of day in Santiago's time zone. */
import { isDay, santiago, toInstant } from '@mi-portal/contract/values/dates'
import { today } from '../lib/dates.ts'
import { DateField } from './date-field.tsx'
import { TextField } from './text-field.tsx'

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
  id?: string
  optional?: boolean
  /** The last day that can be chosen. */
  max?: string
}

export function DateTimeField({ time: timeLabel, value, onChange, ...rest }: DateTimeFieldProps) {
  const { day, time } = parseValue(value)

  function change(next: DayAndTime) {
    if (isDay(next.day) && next.time !== '') onChange(toInstant(next.day, next.time).toISOString())
    else onChange(next.day === '' && next.time === '' ? null : `${next.day} ${next.time}`)
  }

  return (
    <div className="grid items-end gap-4 desktop:grid-cols-2">
      <DateField
        {...rest}
        description="Por ejemplo, 14/11/2026."
        value={day}
        opensAt={rest.max ?? today()}
        autoComplete="off"
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
