/**
 * A calendar month in which some days can be chosen. Loaded lazily, because it needs Mantine's dates and their
 * Spanish texts.
 */
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { DatePicker, DatesProvider } from '@mantine/dates'

interface MonthPickerProps {
  /** `YYYY-MM-DD` */
  value: string
  min: string
  max: string
  /** Any day of the displayed month. */
  month: string
  onMonth(month: string): void
  isOffered(day: string): boolean
  onChoose(day: string): void
}

export function MonthPicker({ value, min, max, month, onMonth, isOffered, onChoose }: MonthPickerProps) {
  return (
    <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1, weekendDays: [] }}>
      <DatePicker
        size="lg"
        fullWidth
        value={value}
        onChange={(day) => day && onChoose(day)}
        date={month}
        onDateChange={onMonth}
        minDate={min}
        maxDate={max}
        maxLevel="month"
        hideOutsideDates
        getDayProps={(day) => ({ disabled: !isOffered(day) })}
        ariaLabels={{ previousMonth: 'Mes anterior', nextMonth: 'Mes siguiente' }}
      />
    </DatesProvider>
  )
}
