/** Generates the slots of all calendars, as far ahead as they can be booked. */
import { addDays, type Day, dayOf } from '@mi-portal/contract/values/dates'
import { holidaysOf } from '@mi-portal/contract/values/holidays'
import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { horizonDays } from '../booking.rules.ts'
import type { HoldsStore } from '../embedded/holds.store.ts'
import type { CalendarStore } from './calendar.store.ts'

type CalendarServiceDependencies = {
  readonly store: CalendarStore
  readonly holds: HoldsStore
  readonly clock: Clock
}

export function createCalendarService({ store, holds, clock }: CalendarServiceDependencies) {
  /**
   * Updates slots after a change of calendars, exceptions or holidays, within its transaction. A null id means all professionals.
   * Returns the number of changed slots.
   */
  async function refresh(tx: Queries | null, professionalId: number | null): Promise<number> {
    const first = dayOf(clock.now())
    const last = addDays(first, horizonDays)
    const years = new Set([first, last].map((day) => Number(day.slice(0, 4))))
    await store.storeHolidays(tx, [...years].flatMap(holidaysOf))
    // One professional at a time, because one statement for a large clinic would lock its rows for seconds.
    let changed = 0
    for (const id of professionalId === null ? await store.professionals(tx) : [professionalId])
      changed += await store.refresh(tx, id, first, last)
    return changed
  }

  /** Updates the slots of one day for all professionals. */
  async function refreshDay(tx: Queries, day: Day): Promise<void> {
    const today = dayOf(clock.now())
    if (day >= today && day <= addDays(today, horizonDays)) await store.refresh(tx, null, day, day)
  }

  return {
    refresh,
    /** Adds a holiday and updates the slots of that day. Returns false if the day already is a holiday. */
    addHoliday: async (tx: Queries, day: Day, name: string, by: number): Promise<boolean> => {
      if (!(await store.addHoliday(tx, day, name, by, clock.now()))) return false
      await refreshDay(tx, day)
      return true
    },
    /**
     * Removes a holiday that staff added and updates the slots of that day. Returns false if staff added none
     * that day.
     */
    removeHoliday: async (tx: Queries, day: Day): Promise<boolean> => {
      if (!(await store.removeHoliday(tx, day))) return false
      await refreshDay(tx, day)
      return true
    },
    /** Holds a slot for a move by staff. Returns the id of the hold, or null if the slot is not free. */
    holdSlot: holds.holdForMove,
    releaseSlot: holds.releaseAfterMove,
    /** Generates the slots of one more day and deletes those older than a week. Runs once a day. */
    extendCalendars: async () => ({
      changed: await refresh(null, null),
      dropped: await store.deletePast(new Date(clock.now().getTime() - 7 * 86_400_000)),
    }),
  }
}

export type CalendarService = ReturnType<typeof createCalendarService>
