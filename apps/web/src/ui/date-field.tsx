/**
 * A field for a typed day, with a calendar behind a button. Loaded lazily, because it needs Mantine's dates and
 * their Spanish texts.
 */
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { DateInput, DatesProvider } from '@mantine/dates'
import { isDay, readDay } from '@mi-portal/contract/values/dates'
import { IconCalendar, IconLock } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import classes from './fields.module.css'

interface DateFieldProps {
  label: ReactNode
  description?: ReactNode
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange(day: string): void
  /** Receives the typed text, whether it is a day or not. */
  onTyped?(text: string): void
  onBlur?(): void
  error?: ReactNode
  id?: string
  name?: string
  ref?: Ref<HTMLInputElement>
  /** First and last day that can be chosen. */
  min?: string
  max?: string
  /** The month that the calendar shows first when no day is chosen. */
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
  min,
  max,
  opensAt = '2000-01-01',
  description,
  autoComplete = 'bday',
  ...rest
}: DateFieldProps) {
  // The calendar does not open on focus: on a phone it would cover the next fields.
  const [calendar, showCalendar] = useState(false)
  return (
    <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1, weekendDays: [] }}>
      <DateInput
        {...rest}
        description={description ?? (rest.readOnly ? undefined : 'Día, mes y año. Por ejemplo, 14/03/1987.')}
        value={isDay(value) ? value : null}
        onChange={(day) => {
          showCalendar(false)
          onChange(day ?? '')
        }}
        onInput={({ currentTarget }) => {
          // Text that is no longer a day must not count as the previous day.
          if (value && parseTypedDate(currentTarget.value) === null) onChange('')
          onTyped?.(currentTarget.value)
        }}
        dateParser={parseTypedDate}
        // Typed text that is not a day stays, so that the user can correct it.
        fixOnBlur={value !== ''}
        hideOutsideDates
        valueFormat="DD/MM/YYYY"
        placeholder="DD/MM/AAAA"
        defaultDate={opensAt}
        minDate={min}
        maxDate={max}
        autoComplete={autoComplete}
        popoverProps={{
          opened: calendar,
          onDismiss: () => showCalendar(false),
          trapFocus: true,
          returnFocus: true,
        }}
        rightSection={
          rest.readOnly ? (
            <IconLock size={20} stroke={1.75} aria-hidden />
          ) : (
            <button
              type="button"
              className={classes.fieldButton}
              aria-label="Abrir calendario"
              aria-expanded={calendar}
              disabled={rest.disabled}
              onClick={() => showCalendar(true)}
            >
              <IconCalendar size={20} stroke={1.75} aria-hidden />
            </button>
          )
        }
        nextLabel="Mes siguiente"
        previousLabel="Mes anterior"
      />
    </DatesProvider>
  )
}

/** Converts `14/03/1987`, `14031987`, or `1987-03-14` as a browser fills it in, to a day; null for other text. */
function parseTypedDate(text: string): string | null {
  const typed = text.trim()
  if (isDay(typed)) return typed
  return readDay(typed.replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3'))
}
