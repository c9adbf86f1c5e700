/** A field for a typed day, with the device's calendar behind a button. */
import { isDay, readDay } from '@mi-portal/contract/values/dates'
import { IconCalendar, IconLock } from '@tabler/icons-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { TextField } from './text-field.tsx'

interface DateFieldProps {
  label: ReactNode
  /** Says how a day is typed, if absent. */
  description?: ReactNode
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange(day: string): void
  /** Receives the typed text, whether it is a day or not. */
  onTyped?(text: string): void
  onBlur?(): void
  optional?: boolean
  error?: ReactNode
  id?: string
  name?: string
  ref?: Ref<HTMLInputElement>
  /** First and last day that can be chosen. */
  min?: string
  max?: string
  /** The day at which the calendar opens when none is chosen. */
  opensAt?: string
  disabled?: boolean
  /** Whether the day is known and cannot be edited; shown with a lock. */
  readOnly?: boolean
  /** The browser's autofill; a birth date by default. */
  autoComplete?: string
}

export function DateField({
  value,
  onChange,
  onTyped,
  onBlur,
  min,
  max,
  opensAt = '2000-01-01',
  description,
  autoComplete = 'bday',
  ...rest
}: DateFieldProps) {
  const calendar = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(formatDay(value))
  // The value of the form counts, when something else than typing changed it.
  if (isDay(value) && parseTypedDate(text) !== value) setText(formatDay(value))

  function type(typed: string) {
    const day = parseTypedDate(typed)
    const isOffered = day !== null && (!min || day >= min) && (!max || day <= max)
    setText(typed)
    // Text that is no day that can be chosen must not count as the previous day.
    if (isOffered) onChange(day)
    else if (value) onChange('')
    onTyped?.(typed)
  }

  return (
    <div className="relative min-w-[min(100%,calc(6rem+68px))]">
      <TextField
        {...rest}
        description={
          description === undefined && !rest.readOnly
            ? 'Día, mes y año. Por ejemplo, 14/03/1987.'
            : description
        }
        placeholder="DD/MM/AAAA"
        inputMode="text"
        autoComplete={autoComplete}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => {
          // Typed text that is not a day stays, so that the user can correct it.
          if (isDay(value)) setText(formatDay(value))
          onBlur?.()
        }}
        rightSection={
          rest.readOnly ? (
            <span className="grid size-11 place-items-center">
              <IconLock size={20} stroke={1.75} aria-hidden />
            </span>
          ) : (
            <button
              type="button"
              className="plain-button grid size-11 place-items-center rounded-md text-muted"
              aria-label="Abrir calendario"
              disabled={rest.disabled}
              onClick={() => {
                if (!calendar.current) return
                calendar.current.value = value || opensAt
                calendar.current.showPicker()
              }}
            >
              <IconCalendar size={20} stroke={1.75} aria-hidden />
            </button>
          )
        }
      />
      {!rest.readOnly && (
        <input
          ref={calendar}
          type="date"
          className="pointer-events-none absolute right-0 bottom-0 h-0 w-full opacity-0"
          tabIndex={-1}
          aria-hidden
          min={min}
          max={max}
          onChange={({ currentTarget }) => {
            if (!isDay(currentTarget.value)) return
            setText(formatDay(currentTarget.value))
            onChange(currentTarget.value)
            onTyped?.(formatDay(currentTarget.value))
          }}
        />
      )}
    </div>
  )
}

const formatDay = (day: string) => (isDay(day) ? day.split('-').reverse().join('/') : '')

/** Converts `14/03/1987`, `14031987`, or `1987-03-14` as a browser fills it in, to a day; null for other text. */
function parseTypedDate(text: string): string | null {
  const typed = text.trim()
  if (isDay(typed)) return typed
  return readDay(typed.replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3'))
}
