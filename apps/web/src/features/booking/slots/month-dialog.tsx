import { addDays, type Day } from '@mi-portal/contract/values/dates'
import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatMonth } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { lastDay, type SlotSearch, slotsQuery, today, windowDays } from '../booking.queries.ts'
import { dayOfSlot } from './free-hours.rules.ts'
import classes from './slot-picker.module.css'

const MonthPicker = lazy(async () => ({
  default: (await import('../../../ui/month-picker.tsx')).MonthPicker,
}))

interface MonthDialogProps {
  search: SlotSearch
  day: Day
  onChoose(day: Day): void
  onClose(): void
}

/** The days of a month on which there are free hours. */
export function MonthDialog({ search, day, onChoose, onClose }: MonthDialogProps) {
  const [month, setMonth] = useState(day)
  const windows = useQueries({ queries: windowsOf(month).map((from) => slotsQuery(search, from)) })
  const failed = windows.find(({ isError }) => isError)
  const free = new Set(windows.flatMap(({ data = [] }) => data.map(dayOfSlot)))
  const waiting = windows.some(({ isPending }) => isPending)
  return (
    <Dialog opened size={490} title="Elige un día" onClose={onClose}>
      {failed?.error ? (
        <LoadError message={failed.error.message} onRetry={failed.refetch} retrying={failed.isFetching} />
      ) : (
        <div className={classes.month} aria-busy={waiting || undefined}>
          <p role="status">
            {waiting
              ? 'Cargando...'
              : `${free.size === 0 ? 'Sin días con horas' : 'Puedes elegir los días destacados'} en ${formatMonth(month).toLowerCase()}.`}
          </p>
          <Suspense fallback={<BlockSkeleton height={340} />}>
            <MonthPicker
              value={day}
              min={today()}
              max={lastDay()}
              month={month}
              onMonth={setMonth}
              isOffered={(one) => free.has(one)}
              onChoose={onChoose}
            />
          </Suspense>
        </div>
      )}
    </Dialog>
  )
}

/** The days from which the questions for a month's free hours begin. */
function windowsOf(month: Day): Day[] {
  const first = `${month.slice(0, 8)}01`
  const next = `${addDays(first, 31).slice(0, 8)}01`
  const days: Day[] = []
  const start = first < today() ? today() : first
  for (let from = start; from < next && from <= lastDay(); from = addDays(from, windowDays)) days.push(from)
  return days
}
