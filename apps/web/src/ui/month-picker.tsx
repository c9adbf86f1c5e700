/** A calendar month in which some days can be chosen. */
import { addDays, type Day, isDay } from '@mi-portal/contract/values/dates'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatMonth } from '../lib/dates.ts'

interface MonthPickerProps {
  /** `YYYY-MM-DD` */
  value: Day
  min: Day
  max: Day
  /** Any day of the displayed month. */
  month: Day
  onMonth(month: Day): void
  isOffered(day: Day): boolean
  onChoose(day: Day): void
}

const weekdays = ['lu', 'ma', 'mi', 'ju', 'vi', 'sá', 'do']

export function MonthPicker({ value, min, max, month, onMonth, isOffered, onChoose }: MonthPickerProps) {
  const first = `${month.slice(0, 8)}01`
  const next = `${addDays(first, 31).slice(0, 8)}01`
  const before = `${addDays(first, -1).slice(0, 8)}01`
  // Monday is the first column.
  const column = ((new Date(`${first}T12:00:00Z`).getUTCDay() + 6) % 7) + 1
  const days = Array.from(
    { length: 31 },
    (_, index) => `${month.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
  )
  const step =
    'plain-button grid size-11 place-items-center rounded-md text-muted hover:bg-soft disabled:opacity-40'
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between">
        <button
          type="button"
          className={step}
          aria-label="Mes anterior"
          disabled={first <= min}
          onClick={() => onMonth(before)}
        >
          <IconChevronLeft size={20} stroke={1.75} aria-hidden />
        </button>
        <p className="font-strong text-strong" aria-live="polite">
          {formatMonth(month)}
        </p>
        <button
          type="button"
          className={step}
          aria-label="Mes siguiente"
          disabled={next > max}
          onClick={() => onMonth(next)}
        >
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
      <div className="grid grid-cols-7 gap-y-1 text-center">
        {weekdays.map((name) => (
          <span key={name} className="type-meta text-muted" aria-hidden>
            {name}
          </span>
        ))}
        {days.filter(isDay).map((day, index) => (
          <button
            key={day}
            type="button"
            style={index === 0 ? { gridColumnStart: column } : undefined}
            className="plain-button min-h-11 rounded-md bg-soft text-center font-strong text-on-soft hover:bg-sub disabled:cursor-default disabled:bg-transparent disabled:font-normal disabled:text-muted aria-pressed:bg-action aria-pressed:text-on-action"
            aria-label={`${index + 1} de ${formatMonth(month).toLowerCase()}`}
            aria-pressed={day === value}
            disabled={day < min || day > max || !isOffered(day)}
            onClick={() => onChoose(day)}
          >
            {index + 1}
          </button>
        ))}
      </div>
    </div>
  )
}
