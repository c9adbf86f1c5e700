/** Lets the patient choose a day and a free slot, starting with the soonest one. */
import { modalityNames } from '@mi-portal/contract/appointments/appointments'
import type { BusyTime } from '@mi-portal/contract/booking/bookings'
import type { Slot } from '@mi-portal/contract/booking/slots'
import { addDays, type Day } from '@mi-portal/contract/values/dates'
import {
  IconCalendarMonth,
  IconChevronLeft,
  IconChevronRight,
  IconSun,
  IconSunset2,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { formatLongDay, formatMonth, formatWeekday, today } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { busyTimesQuery, lastDay, type SlotSearch, slotsQuery, soonestSlotQuery } from '../booking.queries.ts'
import { describeClashes, findClashes, type SlotPeople } from './clashes.rules.ts'
import {
  dayOfSlot,
  formatSlotCount,
  groupByDay,
  selectShownDays,
  splitByNoon,
  timeOfSlot,
} from './free-slots.rules.ts'
import { usePlaceOfSlot } from './sites.queries.ts'
import classes from './slot-picker.module.css'

const MonthDialog = lazyComponent(async () => (await import('./month-dialog.tsx')).MonthDialog)

interface SlotPickerProps {
  search: SlotSearch
  people: SlotPeople
  /** The open day; when absent, the first day with a free slot. */
  day?: Day
  /** Id of the chosen slot. */
  chosen?: number
  onDay(day: Day): unknown
  onChoose(slot: Slot): unknown
  /** Filter that is shown above the days, and also above `none`. */
  filter?: ReactNode
  /** Content that is shown when no slot is free within the booking horizon. */
  none: ReactNode
}

export function SlotPicker(props: SlotPickerProps) {
  const soonest = useQuery(soonestSlotQuery(props.search))
  return (
    <>
      {props.filter}
      <QueryContent query={soonest} skeleton={<BlockSkeleton height={360} />}>
        {(first) => (first ? <DayPages {...props} first={dayOfSlot(first)} /> : props.none)}
      </QueryContent>
    </>
  )
}

function DayPages(props: SlotPickerProps & { first: Day }) {
  const { search, people, day, first, chosen, onDay, onChoose } = props
  const count = useWideScreen() ? 7 : 4
  const [from, setFrom] = useState(day !== undefined && day >= today() ? day : first)
  const query = useQuery({ ...slotsQuery(search, from), placeholderData: keepPreviousData })
  // When the busy times cannot be loaded, the slots are shown anyway: the server checks each booking.
  const { data: busyTimes = [] } = useQuery(busyTimesQuery(from))
  const [month, showMonth] = useState(false)
  const titleId = useId()
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={360} />}>
      {(slots) => {
        const slotsByDay = groupByDay(slots)
        const shown = selectShownDays(from, count, slotsByDay)
        const last = shown.at(-1) ?? from
        const open =
          day && shown.includes(day) && slotsByDay.has(day) ? day : shown.find((one) => slotsByDay.has(one))
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
                  onClick={() => setFrom(previousPage(from, count))}
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
                    slotsByDay={slotsByDay.get(one)?.length ?? 0}
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
                <SlotTimes
                  slots={slotsByDay.get(open) ?? []}
                  people={people}
                  busyTimes={busyTimes}
                  chosen={chosen}
                  sites={!search.office_id && search.modality !== 'telemedicina'}
                  onChoose={onChoose}
                />
              </section>
            ) : (
              <NoSlotsShown next={[...slotsByDay.keys()][0]} onGo={setFrom} />
            )}
          </div>
        )
      }}
    </QueryContent>
  )
}

function previousPage(from: Day, count: number): Day {
  const day = addDays(from, -count)
  return day < today() ? today() : day
}

function DayButton(props: { day: Day; slotsByDay: number; open: boolean; onOpen(): void }) {
  const { day, slotsByDay, open } = props
  return (
    <button
      type="button"
      className={classes.dayButton}
      aria-pressed={open}
      disabled={slotsByDay === 0}
      onClick={props.onOpen}
    >
      <span className="portal-hidden">
        {formatLongDay(day)}, {formatSlotCount(slotsByDay)}
      </span>
      <span aria-hidden>{formatWeekday(day)}</span>
      <strong aria-hidden>{day.slice(8)}</strong>
      <span aria-hidden className={classes.count}>
        {formatSlotCount(slotsByDay)}
      </span>
    </button>
  )
}

interface SlotTimesProps {
  slots: readonly Slot[]
  people: SlotPeople
  busyTimes: readonly BusyTime[]
  chosen?: number
  /** Whether the slots can be at different sites, so that each one must name its site. */
  sites: boolean
  onChoose(slot: Slot): unknown
}

function SlotTimes({ slots, people, busyTimes, chosen, sites, onChoose }: SlotTimesProps) {
  const placeOf = usePlaceOfSlot()
  const isMixed = slots.some(({ modality }) => modality === 'telemedicina')
  const whereOf = (slot: Slot) => {
    if (slot.modality === 'telemedicina' || !isMixed) return placeOf(slot)
    return sites ? `${modalityNames.presencial}, ${placeOf(slot)}` : modalityNames.presencial
  }
  return splitByNoon(slots).map(({ name, slots: half }) => (
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
        {half.map((slot) => {
          const clash = describeClashes(findClashes(slot, busyTimes, people), people.userId)
          return (
            <li key={slot.id}>
              <button
                type="button"
                className={classes.time}
                aria-pressed={slot.id === chosen}
                disabled={clash !== null}
                onClick={() => onChoose(slot)}
              >
                {timeOfSlot(slot)}{' '}
                {(sites || isMixed) && <span className={classes.where}>{whereOf(slot)}</span>}
                {clash !== null && <span className={classes.clash}>{clash}</span>}
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  ))
}

function NoSlotsShown({ next, onGo }: { next: Day | undefined; onGo(day: Day): void }) {
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
