import { addDays, type Day } from '@mi-portal/contract/values/dates'
import { useQueries } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatMonth, today } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { lastDay, type SlotSearch, slotsQuery, windowDays } from '../booking.queries.ts'
import { dayOfSlot } from './free-slots.rules.ts'
import classes from './slot-picker.module.css'

const MonthPicker = lazyComponent(async () => (await import('../../../ui/month-picker.tsx')).MonthPicker)

interface MonthDialogProps {
  search: SlotSearch
  day: Day
  onChoose(day: Day): void
  onClose(): void
}

/** Dialog with a month calendar that highlights the days with free slots. */
export function MonthDialog({ search, day, onChoose, onClose }: MonthDialogProps) {
  const [month, setMonth] = useState(day)
  const windows = useQueries({ queries: requestStartsOf(month).map((from) => slotsQuery(search, from)) })
  const failed = windows.find(({ isError }) => isError)
  const free = new Set(windows.flatMap(({ data = [] }) => data.map(dayOfSlot)))
  const isLoading = windows.some(({ isPending }) => isPending)
  return (
    <Dialog opened size={490} title="Elige un día" onClose={onClose}>
      {failed?.error ? (
        <LoadError error={failed.error} onRetry={failed.refetch} retrying={failed.isFetching} />
      ) : (
        <div className={classes.month} aria-busy={isLoading || undefined}>
          <p role="status">
            {isLoading
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

/** Returns the start days of the requests that together cover a month. */
function requestStartsOf(month: Day): Day[] {
  const first = `${month.slice(0, 8)}01`
  const next = `${addDays(first, 31).slice(0, 8)}01`
  const days: Day[] = []
  const start = first < today() ? today() : first
  for (let from = start; from < next && from <= lastDay(); from = addDays(from, windowDays)) days.push(from)
  return days
}
