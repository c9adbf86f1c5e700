/** Chooses a day and an hour among the free ones, the next free one first. */
import type { Slot } from '@mi-portal/contract/booking'
import { addDays, type Day } from '@mi-portal/contract/values/dates'
import {
  IconCalendarMonth,
  IconChevronLeft,
  IconChevronRight,
  IconSun,
  IconSunset2,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { formatLongDay, formatMonth, formatWeekday } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { lastDay, type SlotSearch, slotsQuery, soonestQuery, today } from '../booking.queries.ts'
import { byDay, dayOfSlot, daysShown, halvesOf, hoursWord, timeOf } from './free-hours.rules.ts'
import { usePlaceOfSlot } from './sites.queries.ts'
import classes from './slot-picker.module.css'

const MonthDialog = lazy(async () => ({
  default: (await import('./month-dialog.tsx')).MonthDialog,
}))

interface SlotPickerProps {
  search: SlotSearch
  /** The day that is open; absent: the first with a free hour. */
  day?: Day
  /** Of the chosen hour. */
  chosen?: number
  onDay(day: Day): unknown
  onChoose(slot: Slot): unknown
  /** Stands where no hour is free as far as can be booked. */
  none: ReactNode
}

export function SlotPicker(props: SlotPickerProps) {
  const soonest = useQuery(soonestQuery(props.search))
  return (
    <Loaded query={soonest} skeleton={<BlockSkeleton height={360} />}>
      {(first) => (first ? <Days {...props} first={dayOfSlot(first)} /> : props.none)}
    </Loaded>
  )
}

function Days(props: SlotPickerProps & { first: Day }) {
  const { search, day, first, chosen, onDay, onChoose } = props
  const count = useWideScreen() ? 7 : 4
  const [from, setFrom] = useState(day !== undefined && day >= today() ? day : first)
  const query = useQuery({ ...slotsQuery(search, from), placeholderData: keepPreviousData })
  const [month, showMonth] = useState(false)
  const titleId = useId()
  return (
    <Loaded query={query} skeleton={<BlockSkeleton height={360} />}>
      {(slots) => {
        const hours = byDay(slots)
        const shown = daysShown(from, count, hours)
        const last = shown.at(-1) ?? from
        const open = day && shown.includes(day) && hours.has(day) ? day : shown.find((one) => hours.has(one))
        return (
          <div aria-busy={query.isPlaceholderData || undefined}>
            <div className={classes.head}>
              <h2>{formatMonth(open ?? from)}</h2>
              <div className={classes.arrows}>
                <button
                  type="button"
                  className={classes.arrow}
                  aria-label="Días anteriores"
                  disabled={from <= today()}
                  onClick={() => setFrom(earlier(from, count))}
                >
                  <IconChevronLeft size={22} stroke={1.75} aria-hidden />
                </button>
                <button
                  type="button"
                  className={classes.arrow}
                  aria-label="Días siguientes"
                  disabled={last >= lastDay()}
                  onClick={() => setFrom(addDays(last, 1))}
                >
                  <IconChevronRight size={22} stroke={1.75} aria-hidden />
                </button>
                <Button
                  variant="subtle"
                  size="sm"
                  leftSection={<IconCalendarMonth size={20} stroke={1.75} aria-hidden />}
                  onClick={() => showMonth(true)}
                >
                  Ver mes
                </Button>
              </div>
            </div>
            <ul className={classes.days} aria-label="Días">
              {shown.map((one) => (
                <li key={one}>
                  <DayButton
                    day={one}
                    hours={hours.get(one)?.length ?? 0}
                    open={one === open}
                    onOpen={() => onDay(one)}
                  />
                </li>
              ))}
            </ul>
            {month && (
              <Suspense>
                <MonthDialog
                  search={search}
                  day={open ?? from}
                  onClose={() => showMonth(false)}
                  onChoose={(chosenDay) => {
                    showMonth(false)
                    setFrom(chosenDay)
                    onDay(chosenDay)
                  }}
                />
              </Suspense>
            )}
            {open ? (
              <section aria-labelledby={titleId} className={classes.hours}>
                <h3 id={titleId} className={classes.day}>
                  {formatLongDay(open)}
                </h3>
                <Hours
                  slots={hours.get(open) ?? []}
                  chosen={chosen}
                  sites={!search.office_id && search.modality !== 'telemedicina'}
                  onChoose={onChoose}
                />
              </section>
            ) : (
              <NoneHere next={[...hours.keys()][0]} onGo={setFrom} />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

function earlier(from: Day, count: number): Day {
  const day = addDays(from, -count)
  return day < today() ? today() : day
}

function DayButton(props: { day: Day; hours: number; open: boolean; onOpen(): void }) {
  const { day, hours, open } = props
  return (
    <button
      type="button"
      className={classes.dayButton}
      aria-pressed={open}
      disabled={hours === 0}
      onClick={props.onOpen}
    >
      <span className="portal-hidden">
        {formatLongDay(day)}, {hoursWord(hours)}
      </span>
      <span aria-hidden>{formatWeekday(day)}</span>
      <strong aria-hidden>{day.slice(8)}</strong>
      <span aria-hidden className={classes.count}>
        {hoursWord(hours)}
      </span>
    </button>
  )
}

interface HoursProps {
  slots: readonly Slot[]
  chosen?: number
  /** Whether the hours may be at either site, and must say at which. */
  sites: boolean
  onChoose(slot: Slot): unknown
}

function Hours({ slots, chosen, sites, onChoose }: HoursProps) {
  const placeOf = usePlaceOfSlot()
  return halvesOf(slots).map(({ name, slots: half }) => (
    <fieldset key={name} className={classes.group}>
      <legend className={classes.half}>
        {name === 'Mañana' ? (
          <IconSun size={20} stroke={1.75} aria-hidden />
        ) : (
          <IconSunset2 size={20} stroke={1.75} aria-hidden />
        )}
        {name}
      </legend>
      <ul className={classes.times}>
        {half.map((slot) => (
          <li key={slot.id}>
            <button
              type="button"
              className={classes.time}
              aria-pressed={slot.id === chosen}
              onClick={() => onChoose(slot)}
            >
              {timeOf(slot)}{' '}
              {(sites || slot.modality === 'telemedicina') && (
                <span className={classes.where}>{placeOf(slot)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  ))
}

function NoneHere({ next, onGo }: { next: Day | undefined; onGo(day: Day): void }) {
  return (
    <div className={classes.none} role="status">
      <p>No hay horas libres en estos días.</p>
      {next && (
        <Button variant="light" onClick={() => onGo(next)}>
          Ver el {formatLongDay(next)}
        </Button>
      )}
    </div>
  )
}
