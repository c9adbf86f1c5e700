/** Generates the slots of all calendars, as far ahead as they can be booked. */

import { addDays, type Day, dayOf } from '@mi-portal/contract/values/dates'
import { holidaysOf } from '@mi-portal/contract/values/holidays'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { horizonDays } from '../booking.rules.ts'
import * as holdsSql from '../embedded/holds.sql.ts'
import * as calendarSql from './calendar.sql.ts'

type CalendarServiceDependencies = {
  readonly db: Database
  readonly clock: Clock
}

export function createCalendarService({ db, clock }: CalendarServiceDependencies) {
  /**
   * Updates slots after a change of calendars, exceptions or holidays, within its transaction. A null id means all professionals.
   * Returns the number of changed slots.
   */
  async function refresh(tx: Queries | null, professionalId: number | null): Promise<number> {
    const first = dayOf(clock.now())
    const last = addDays(first, horizonDays)
    const years = new Set([first, last].map((day) => Number(day.slice(0, 4))))
    await calendarSql.storeHolidays(db, tx, [...years].flatMap(holidaysOf))
    // One professional at a time, because one statement for a large clinic would lock its rows for seconds.
    let changed = 0
    for (const id of professionalId === null ? await calendarSql.professionals(db, tx) : [professionalId])
      changed += await calendarSql.refresh(db, tx, id, first, last)
    return changed
  }

  /** Updates the slots of one day for all professionals. */
  async function refreshDay(tx: Queries, day: Day): Promise<void> {
    const today = dayOf(clock.now())
    if (day >= today && day <= addDays(today, horizonDays)) await calendarSql.refresh(db, tx, null, day, day)
  }

  return {
    refresh,
    /** Adds a holiday and updates the slots of that day. Returns false if the day already is a holiday. */
    addHoliday: async (tx: Queries, day: Day, name: string, by: number): Promise<boolean> => {
      if (!(await calendarSql.addHoliday(tx, day, name, by, clock.now()))) return false
      await refreshDay(tx, day)
      return true
    },
    /**
     * Removes a holiday that staff added and updates the slots of that day. Returns false if staff added none
     * that day.
     */
    removeHoliday: async (tx: Queries, day: Day): Promise<boolean> => {
      if (!(await calendarSql.removeHoliday(tx, day))) return false
      await refreshDay(tx, day)
      return true
    },
    /** Holds a slot for a move by staff. Returns the id of the hold, or null if the slot is not free. */
    holdSlot: holdsSql.holdForMove,
    releaseSlot: holdsSql.releaseAfterMove,
    /** Generates the slots of one more day and deletes those older than a week. Runs once a day. */
    extendCalendars: async () => ({
      changed: await refresh(null, null),
      dropped: await calendarSql.deletePast(db, new Date(clock.now().getTime() - 7 * 86_400_000)),
    }),
  }
}

export type CalendarService = ReturnType<typeof createCalendarService>
