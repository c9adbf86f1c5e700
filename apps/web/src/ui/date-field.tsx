/** A day that is typed, with a calendar behind a button as help. Loaded lazily: it brings Mantine's dates and their Spanish. */
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { DateInput, DatesProvider } from '@mantine/dates'
import { isDay, readDay } from '@mi-portal/contract/values/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import classes from './fields.module.css'

interface DateFieldProps {
  label: ReactNode
  description?: ReactNode
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange(day: string): void
  /** What is typed, whether it is a day or not. */
  onTyped?(text: string): void
  onBlur?(): void
  error?: ReactNode
  id?: string
  name?: string
  ref?: Ref<HTMLInputElement>
  /** First and last day that can be chosen. */
  min?: string
  max?: string
  /** Where the calendar opens while nothing is chosen. */
  opensAt?: string
  disabled?: boolean
  /** What the browser may fill in; a birth date unless said otherwise. */
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
  // Not on focus: on a phone the calendar would lie over the fields that come next.
  const [calendar, showCalendar] = useState(false)
  return (
    <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1, weekendDays: [] }}>
      <DateInput
        {...rest}
        description={description ?? 'Día, mes y año. Por ejemplo, 14/03/1987.'}
        value={isDay(value) ? value : null}
        onChange={(day) => {
          showCalendar(false)
          onChange(day ?? '')
        }}
        onInput={({ currentTarget }) => {
          // What is no day any more must not go on counting as the one it was.
          if (value && readTyped(currentTarget.value) === null) onChange('')
          onTyped?.(currentTarget.value)
        }}
        dateParser={readTyped}
        // What was typed and is no day stays: it is there to be corrected.
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
        }
        nextLabel="Mes siguiente"
        previousLabel="Mes anterior"
      />
    </DatesProvider>
  )
}

/** `14/03/1987`, `14031987`, or `1987-03-14` as a browser fills it in. */
function readTyped(text: string): string | null {
  const typed = text.trim()
  if (isDay(typed)) return typed
  return readDay(typed.replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3'))
}
