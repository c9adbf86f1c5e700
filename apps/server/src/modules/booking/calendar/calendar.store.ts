import type { Day } from '@mi-portal/contract/values/dates'
import type { Holiday } from '@mi-portal/contract/values/holidays'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

const storeHolidays = statement<never, { holidays: string }>(
  'booking.storeHolidays',
  `insert into holidays (day, name, source)
   select day, name, 'law' from json_to_recordset(:holidays::json) as given (day date, name text)
   on conflict (day) do nothing`,
)
const addHoliday = statement<{ day: Day }, { day: Day; name: string; added_by: number; now: Date }>(
  'booking.addHoliday',
  `insert into holidays (day, name, source, added_by, added_at)
   values (:day::date, :name, 'staff', :added_by, :now::timestamptz)
   on conflict (day) do nothing returning day`,
)
const removeHoliday = statement<{ day: Day }, { day: Day }>(
  'booking.removeHoliday',
  `delete from holidays where day = :day::date and source = 'staff' returning day`,
)
const refresh = statement<
  { changed: number },
  { professional_id: number | null; first_day: string; last_day: string }
>(
  'booking.refreshSlots',
  'select refresh_slots(:professional_id::int, :first_day::date, :last_day::date) as changed',
)
const professionals = statement<{ id: number }>(
  'booking.allProfessionals',
  'select id from professionals order by id',
)
const deletePast = statement<{ dropped: number }, { before: Date }>(
  'booking.deletePastSlots',
  `with gone as (delete from slots where starts_at < :before::timestamptz returning 1) select count(*)::int as dropped from gone`,
)

export function createCalendarStore(db: Database) {
  return {
    /** Stores legal holidays. A holiday that is already stored is not changed. */
    storeHolidays: async (queries: Queries | null, days: readonly Holiday[]) => {
      await (queries ?? db).run(storeHolidays, { holidays: JSON.stringify(days) })
    },
    /** Adds a holiday. Returns false if the day already is one. */
    addHoliday: async (tx: Queries, day: Day, name: string, by: number, now: Date) =>
      (await tx.run(addHoliday, { day, name, added_by: by, now })).length > 0,
    /** Removes a holiday that staff added. Returns false if staff added none on that day. */
    removeHoliday: async (tx: Queries, day: Day) => (await tx.run(removeHoliday, { day })).length > 0,
    /** Updates the slots of one or all professionals between two days to match their calendars. Returns the number of changes. */
    refresh: async (queries: Queries | null, professionalId: number | null, first: string, last: string) => {
      const days = { first_day: first, last_day: last }
      return (
        (await (queries ?? db).run(refresh, { professional_id: professionalId, ...days }))[0]?.changed ?? 0
      )
    },
    professionals: async (queries: Queries | null) =>
      (await (queries ?? db).run(professionals, [])).map(({ id }) => id),
    deletePast: async (before: Date) => (await db.run(deletePast, { before }))[0]?.dropped ?? 0,
  }
}

export type CalendarStore = ReturnType<typeof createCalendarStore>
