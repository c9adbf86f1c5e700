import { IconCalendar } from '@tabler/icons-react'
import { chipParts } from '../lib/dates.ts'
import classes from './date-chip.module.css'

/**
 * Shows the day of an event as a small calendar page. It is decoration: the date is beside it as text. A text that
 * is not a date shows a calendar icon.
 */
export function DateChip({ date, look = 'lapis' }: { date: string; look?: 'lapis' | 'glaciar' }) {
  const parts = chipParts(date)
  return (
    <span className={`${classes.chip} ${classes[look]}`} aria-hidden>
      {parts ? (
        <>
          <span className={classes.month}>{parts.month}</span>
          <span className={classes.day}>{parts.day}</span>
        </>
      ) : (
        <IconCalendar size={26} stroke={1.75} />
      )}
    </span>
  )
}
